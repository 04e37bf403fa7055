import { damaged } from './decode-error.ts';
import { flacFrameHeader, flacFrames, flacFramesOffset } from './flac-frames.ts';
import { quietly } from './quietly.ts';
import type { SampleSink } from './sample-sink.ts';

/** Decodes a native FLAC file, from its `fLaC` marker on, into `store`. Throws DecodeError. */
export async function decodeFlac(bytes: Uint8Array, store: SampleSink): Promise<void> {
  const from = flacFramesOffset(bytes);
  if (from === null) return;
  await decodeFlacFrames(
    flacFrames(bytes, from, (lost) => store.lose(lost)),
    streamInfoSampleRate(bytes, 8),
    store,
  );
}

/** Decodes the packets of Ogg FLAC, whose first is `head` (RFC 9639, section 10.1). */
export async function decodeOggFlac(
  head: Uint8Array,
  packets: Iterable<{ data: Uint8Array }>,
  store: SampleSink,
): Promise<void> {
  const frames = function* () {
    for (const { data } of packets) if (data[0] === 0xff) yield data;
  };
  await decodeFlacFrames(frames(), streamInfoSampleRate(head, 17), store);
}

async function decodeFlacFrames(
  frames: Iterable<Uint8Array>,
  defaultSampleRate: number,
  store: SampleSink,
): Promise<void> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  const decoder = new FLACDecoder();
  await decoder.ready;
  let channels = 0;
  let sampleRate = 0;
  for (const frame of frames) {
    const header = flacFrameHeader(frame, 0);
    if (!header) {
      store.lose(frame.length);
      continue;
    }
    const frameRate = header.sampleRate || defaultSampleRate;
    if (channels === 0) {
      channels = header.channels;
      sampleRate = frameRate;
      if (sampleRate === 0) throw damaged('FLAC');
      store.begin(sampleRate, channels);
    }
    // The frame does not fit the previous one: it is from another stream, or damaged.
    if (header.channels !== channels || frameRate !== sampleRate) {
      store.lose(frame.length);
      continue;
    }
    const decoded = await quietly(() => decoder.decodeFrames([frame]));
    if (decoded.errors.length > 0 || decoded.samplesDecoded === 0) store.lose(frame.length);
    if (decoded.samplesDecoded === 0) continue;
    if (decoded.channelData.length !== channels) throw damaged('FLAC');
    store.append(decoded.channelData, decoded.samplesDecoded);
  }
}

/**
 * Returns the rate in Hz of the STREAMINFO block whose contents begin at `at` (RFC 9639, section 8.2); 0 when missing.
 */
function streamInfoSampleRate(bytes: Uint8Array, at: number): number {
  if (at + 13 > bytes.length) return 0;
  return (bytes[at + 10]! << 12) | (bytes[at + 11]! << 4) | (bytes[at + 12]! >> 4);
}
