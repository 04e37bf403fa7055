import { readFileSync } from 'node:fs';
import opus from '@discordjs/opus';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchReference, REFERENCE_SECONDS, referenceSound } from '../decode/testing.ts';
import { encodeMulaw } from '../mulaw.ts';
import { encodePcm16, floatToInt16, int16ToFloat } from '../pcm.ts';
import { createLiveDecoder, type LiveFormat } from './create-live-decoder.ts';
import { joinSamples, LIVE_RATE } from './live-decoder.ts';
import { SpeechEncoder } from './speech-encoder.ts';
import { cutAt } from './testing.ts';

const recording = (name: string): Uint8Array =>
  readFileSync(new URL(`../decode/fixtures/${name}`, import.meta.url));

function decode(format: LiveFormat, pieces: readonly Uint8Array[]): Int16Array {
  const decoder = createLiveDecoder(format);
  return joinSamples(pieces.map((piece) => decoder.push(piece)));
}

/** The reference sound as Opus packets of 20 ms, with silence at the end to flush the encoder's delay. */
function opusPackets(): Uint8Array[] {
  const encoder = new opus.OpusEncoder(48_000, 1);
  const samples = floatToInt16(referenceSound(48_000));
  const padded = new Int16Array(Math.ceil(samples.length / 960) * 960 + 960);
  padded.set(samples);
  const packets: Uint8Array[] = [];
  for (let at = 0; at < padded.length; at += 960) {
    packets.push(encoder.encode(Buffer.from(padded.buffer, at * 2, 1920)));
  }
  return packets;
}

describe('live decoding to 16 kHz', () => {
  it.each<[LiveFormat['encoding'], number, number]>([
    ['pcm_linear', 8000, 0.999],
    ['pcm_linear', 16_000, 0.999],
    ['pcm_linear', 24_000, 0.999],
    ['pcm_mulaw', 8000, 0.99],
    ['pcm_mulaw', 24_000, 0.99],
  ])('%s at %i Hz is the sound that was sent, without a shift', (encoding, rate, correlation) => {
    const sound = referenceSound(rate);
    const bytes = encoding === 'pcm_linear' ? encodePcm16(sound) : encodeMulaw(sound);
    const samples = decode({ encoding, rate, sniff: false }, cutAt(bytes, [1, 2, 5, 333, 1001, 1002]));
    const match = matchReference(int16ToFloat(samples), LIVE_RATE, -100, 100);
    expect(match.correlation).toBeGreaterThan(correlation);
    expect(match.lag).toBe(0);
    // All samples except for those that the filter has not returned yet.
    expect(samples.length / LIVE_RATE).toBeGreaterThan(REFERENCE_SECONDS - 0.01);
  });

  it('raw Opus packets', () => {
    const samples = decode({ encoding: 'opus', rate: 48_000, sniff: false }, opusPackets());
    const match = matchReference(int16ToFloat(samples), LIVE_RATE, 0, 200);
    expect(match.correlation).toBeGreaterThan(0.97);
    expect(match.gain).toBeCloseTo(1, 1);
  });

  it.each(['chromium-mediarecorder.webm', 'firefox-mediarecorder.webm'])(
    '%s: a recording of a browser, whatever was declared',
    (name) => {
      for (const encoding of ['pcm_linear', 'pcm_mulaw', 'opus'] as const) {
        const samples = decode({ encoding, rate: 16_000, sniff: true }, cutAt(recording(name), [1, 3, 700]));
        const match = matchReference(int16ToFloat(samples), LIVE_RATE, 1000, 5000);
        expect(match.correlation).toBeGreaterThan(0.97);
        expect(match.gain).toBeCloseTo(1, 1);
      }
    },
  );

  it('any chunking gives the same samples', () => {
    const formats: [LiveFormat, Uint8Array][] = [
      [{ encoding: 'pcm_linear', rate: 24_000, sniff: true }, encodePcm16(referenceSound(24_000))],
      [{ encoding: 'pcm_mulaw', rate: 8000, sniff: true }, encodeMulaw(referenceSound(8000))],
      [{ encoding: 'pcm_linear', rate: 16_000, sniff: true }, recording('chromium-mediarecorder.webm')],
    ];
    const whole = formats.map(([format, bytes]) => decode(format, [bytes]));
    fc.assert(
      fc.property(fc.nat(2), fc.array(fc.nat(20_000), { maxLength: 12 }), (which, places) => {
        const [format, bytes] = formats[which]!;
        const samples = decode(format, cutAt(bytes, places));
        expect(Buffer.compare(Buffer.from(samples.buffer), Buffer.from(whole[which]!.buffer))).toBe(0);
      }),
      { interruptAfterTimeLimit: 2500 },
    );
  });

  it('a stream that only begins like a recording is decoded as declared', () => {
    const bytes = Uint8Array.of(0x1a, 0x45, 0xdf, 0x00, 0x10, 0x10);
    expect([...decode({ encoding: 'pcm_linear', rate: 16_000, sniff: true }, cutAt(bytes, [1, 2]))]).toEqual([
      0x451a, 0x00df, 0x1010,
    ]);
    const opusFormat: LiveFormat = { encoding: 'opus', rate: 48_000, sniff: true };
    expect(decode(opusFormat, opusPackets()).length).toBeGreaterThan(REFERENCE_SECONDS * LIVE_RATE);
  });

  it('damage is counted and costs no more than itself', () => {
    const packets = opusPackets();
    const decoder = createLiveDecoder({ encoding: 'opus', rate: 48_000, sniff: false });
    const good = decode({ encoding: 'opus', rate: 48_000, sniff: false }, packets).length;
    packets.splice(10, 0, Uint8Array.of(0xff, 0xff, 1), new Uint8Array(5000).fill(3), new Uint8Array(0));
    const samples = joinSamples(packets.map((packet) => decoder.push(packet)));
    expect([decoder.faults, samples.length]).toEqual([2, good]);
    expect(decoder.firstFault).toMatch(/Opus packet/);
  });

  it.each([
    ['firefox-mediarecorder.ogg', /Ogg/],
    ['ffmpeg-vorbis.webm', /must be Opus/],
  ])('%s is refused with a message and gives no noise', (name, message) => {
    const decoder = createLiveDecoder({ encoding: 'pcm_linear', rate: 16_000, sniff: true });
    expect(decoder.push(recording(name))).toHaveLength(0);
    expect(decoder.firstFault).toMatch(message);
  });

  it('continues after dropped sound: half samples stay aligned, clusters are found again', () => {
    const pcm = createLiveDecoder({ encoding: 'pcm_linear', rate: 16_000, sniff: false });
    pcm.push(Uint8Array.of(1));
    pcm.skip(Uint8Array.of(2, 3, 4, 5));
    expect([...pcm.push(Uint8Array.of(6, 7, 8))]).toEqual([0x0605, 0x0807]);

    const bytes = recording('chromium-mediarecorder.webm');
    const webm = createLiveDecoder({ encoding: 'pcm_linear', rate: 16_000, sniff: true });
    webm.push(bytes.subarray(0, 1000));
    webm.skip(bytes.subarray(1000, 1500));
    const afterSkip = [...Array(3)].map(() => webm.push(bytes).length);
    expect(Math.min(...afterSkip)).toBeGreaterThan(LIVE_RATE);
    expect(webm.faults).toBe(0);
  });
});

describe('live encoding from 24 kHz', () => {
  const frames = (samples: Int16Array): Int16Array[] =>
    Array.from({ length: Math.ceil(samples.length / 480) }, (_, i) =>
      samples.subarray(i * 480, i * 480 + 480),
    );

  it.each([8000, 16_000, 22_050, 24_000])('%i Hz: frames join without a seam', (outRate) => {
    const encoder = new SpeechEncoder({ inRate: 24_000, outRate, encoding: 'pcm_linear' });
    const speech = floatToInt16(referenceSound(24_000));
    const bytes = Buffer.concat([...frames(speech).map((frame) => encoder.push(frame)), encoder.flush()]);
    expect(bytes.length).toBe(2 * Math.ceil((speech.length * outRate) / 24_000));
    const samples = int16ToFloat(
      new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
    );
    const match = matchReference(samples, outRate, -50, 50);
    expect(match.correlation).toBeGreaterThan(0.999);
    expect(match.lag).toBe(0);
  });

  it('mu-law is a byte a sample, and dropped audio is not heard in the next utterance', () => {
    const encoder = new SpeechEncoder({ inRate: 24_000, outRate: 8000, encoding: 'pcm_mulaw' });
    encoder.push(new Int16Array(480).fill(20_000));
    encoder.reset();
    const bytes = Buffer.concat([encoder.push(new Int16Array(480)), encoder.flush()]);
    expect(bytes).toEqual(Buffer.alloc(160, 0xff));
  });
});
