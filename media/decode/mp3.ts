import { findMp3, mp3Frames } from './mp3-frames.ts';
import { quietly } from './quietly.ts';
import type { SampleSink } from './sample-sink.ts';

/** Block size of about half a second: it needs few calls, and little is decoded beyond a limit. */
const FRAMES_AT_ONCE = 16;

/**
 * Decodes an MP3 file, starting after its ID3v2 tag, into `store`. The encoder's delay and padding are dropped when the
 * file specifies them (a Xing or Info frame with LAME's extension). Throws DecodeError.
 */
export async function decodeMp3(bytes: Uint8Array, from: number, store: SampleSink): Promise<void> {
  const start = findMp3(bytes, from);
  if (start === null) return;
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let batch: Uint8Array[] = [];
  let channels = 0;
  const decodeBatch = () => {
    const { channelData, samplesDecoded, errors } = quietly(() => decoder.decodeFrames(batch));
    if (errors.length > 0) store.lose(batch.reduce((sum, { length }) => sum + length, 0));
    // The decoder returns mono as two equal channels.
    if (samplesDecoded > 0) store.append(channelData.slice(0, channels), samplesDecoded);
    batch = [];
  };
  for (const frame of mp3Frames(bytes, start, (lost) => store.lose(lost))) {
    if (channels === 0) {
      channels = frame.channels;
      store.begin(frame.sampleRate, channels);
    }
    batch.push(frame.data);
    if (batch.length === FRAMES_AT_ONCE) decodeBatch();
  }
  if (batch.length > 0) decodeBatch();
}
