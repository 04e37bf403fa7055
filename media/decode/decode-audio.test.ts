import { readFileSync } from 'node:fs';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { describe, expect, it, vi } from 'vitest';
import { encodePcm16 } from '../pcm.ts';
import { resampleAll } from '../resampler.ts';
import { wavFile } from '../wav.ts';
import { type AudioFormat, decodeAtRate, decodeAudio } from './decode-audio.ts';
import { DecodeError, type DecodeReason } from './decode-error.ts';
import { SampleStore } from './sample-store.ts';
import { CHANNEL_GAINS, matchReference, REFERENCE_SECONDS, referenceSound } from './testing.ts';

function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
}

/** Level that a mix of the first channels should have, with channels of opposite polarity inverted. */
function mixedGain(channels: number): number {
  return CHANNEL_GAINS.slice(0, channels).reduce((sum, gain) => sum + Math.abs(gain), 0) / channels;
}

async function refusal(bytes: Uint8Array, maxSeconds = 5): Promise<DecodeError> {
  const error = await decodeAudio(bytes, { maxSeconds }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DecodeError);
  return error as DecodeError;
}

/** Lower bound of the correlation. Lossy coders alter the waveform, but below it the sound or its timing is wrong. */
const LOSSY = 0.94;

describe('decodeAudio, files of other encoders', () => {
  it.each<[string, AudioFormat, number, number, number]>([
    ['alaw-8000.wave', 'wav', 8000, 1, 0.999],
    ['mulaw-8000.wave', 'wav', 8000, 1, 0.999],
    ['pcm24-11025.wave', 'wav', 11025, 1, 0.99999],
    ['cbr-44100.mp3', 'mp3', 44100, 1, LOSSY],
    ['vbr-48000-stereo.mp3', 'mp3', 48000, 2, LOSSY],
    ['16-44100.flac', 'flac', 44100, 1, 0.99999],
    ['16-96000.flac', 'flac', 96000, 1, 0.99999],
    ['24-11025.flac', 'flac', 11025, 1, 0.99999],
    ['16-8000-six.flac', 'flac', 8000, 6, 0.99999],
    ['16-8000.oga', 'flac', 8000, 1, 0.99999],
    ['vorbis-44100.ogg', 'ogg-vorbis', 44100, 1, LOSSY],
    ['vorbis-96000.ogg', 'ogg-vorbis', 96000, 1, LOSSY],
    ['vorbis-8000-stereo.ogg', 'ogg-vorbis', 8000, 2, LOSSY],
    ['vorbis-48000-six.ogg', 'ogg-vorbis', 48000, 6, LOSSY],
    ['opus-48000.opus', 'ogg-opus', 48000, 1, LOSSY],
    ['opus-44100-stereo.opus', 'ogg-opus', 48000, 2, LOSSY],
    ['opus-48000-six.opus', 'ogg-opus', 48000, 6, LOSSY],
    ['ffmpeg-opus-stereo.webm', 'webm-opus', 48000, 2, LOSSY],
    ['ffmpeg-44100.m4a', 'mp4-aac', 44100, 1, LOSSY],
    ['ffmpeg-video-stereo.mp4', 'mp4-aac', 48000, 2, LOSSY],
    ['ffmpeg-16000.3gp', 'mp4-aac', 16000, 1, LOSSY],
  ])(
    '%s: the same sound, length, level and beginning',
    async (name, format, sampleRate, channels, correlation) => {
      const audio = await decodeAudio(fixture(name), { maxSeconds: 1 });
      expect(audio).toMatchObject({ format, sampleRate, channels });
      expect(audio.samples.length).toBe(Math.round(REFERENCE_SECONDS * sampleRate));
      const match = matchReference(audio.samples, sampleRate, -50, 50);
      expect(match.correlation).toBeGreaterThan(correlation);
      // Opus shifts phases a little at low rates: 2 samples are 40 microseconds.
      expect(Math.abs(match.lag)).toBeLessThanOrEqual(2);
      // Coders remove a part of a sound. Surround coders low-pass the low-frequency channel.
      expect(match.gain).toBeGreaterThan(mixedGain(channels) * (correlation > LOSSY ? 0.99 : 0.83));
      expect(match.gain).toBeLessThan(mixedGain(channels) * 1.01);
    },
  );

  it('drops the undeclared padding of Vorbis in WebM only as far as it is known', async () => {
    const audio = await decodeAudio(fixture('ffmpeg-vorbis.webm'), { maxSeconds: 1 });
    expect(audio).toMatchObject({ format: 'webm-vorbis', sampleRate: 44100, channels: 1 });
    expect(audio.samples.length / 44100 - REFERENCE_SECONDS).toBeLessThan(0.01);
    const match = matchReference(audio.samples, 44100, -50, 50);
    expect(match).toMatchObject({ lag: 0, correlation: expect.closeTo(0.98, 1) });
  });

  it.each<[string, AudioFormat, number]>([
    ['ffmpeg-44100.aac', 'aac', 44100],
    ['ffmpeg-fragmented.mov', 'mp4-aac', 48000],
  ])('%s: drops no sound where the file does not say where it ends', async (name, format, sampleRate) => {
    const audio = await decodeAudio(fixture(name), { maxSeconds: 1 });
    expect(audio).toMatchObject({ format, sampleRate, channels: 1 });
    const padding = audio.samples.length - Math.round(REFERENCE_SECONDS * sampleRate);
    expect(padding).toBeGreaterThanOrEqual(0);
    expect(padding).toBeLessThan(1024);
    expect(matchReference(audio.samples, sampleRate, -50, 50)).toMatchObject({
      lag: 0,
      correlation: expect.closeTo(1, 1),
    });
  });

  it('keeps all of an MP3 that does not declare the padding of its encoder', async () => {
    const audio = await decodeAudio(fixture('mpeg25-11025-no-info.mp3'), { maxSeconds: 1 });
    expect(audio).toMatchObject({ format: 'mp3', sampleRate: 11025, channels: 1 });
    const match = matchReference(audio.samples, 11025, 0, 2000);
    expect(match.correlation).toBeGreaterThan(0.99);
    // Delay of LAME (576 samples) and of the decoder (529 samples).
    expect(match.lag).toBe(1105);
  });

  it.each<[string, AudioFormat]>([
    ['chromium-mediarecorder.webm', 'webm-opus'],
    ['chromium-mediarecorder.mp4', 'mp4-opus'],
    ['firefox-mediarecorder.webm', 'webm-opus'],
    ['firefox-mediarecorder.ogg', 'ogg-opus'],
  ])('%s: what the browser recorded, whole', async (name, format) => {
    const audio = await decodeAudio(fixture(name), { maxSeconds: 2 });
    expect(audio).toMatchObject({ format, sampleRate: 48000, channels: 1 });
    expect(audio.samples.length / 48000).toBeGreaterThanOrEqual(1);
    const match = matchReference(audio.samples, 48000, 4000, 12000);
    expect(match.correlation).toBeGreaterThan(0.97);
    expect(match.gain).toBeCloseTo(1, 1);
  });

  it.each<[string, 'aac' | 'opus', boolean]>([
    ['ffmpeg-44100.m4a', 'aac', true],
    ['ffmpeg-44100.m4a', 'aac', false],
    ['opus-44100-stereo.opus', 'opus', true],
    ['opus-44100-stereo.opus', 'opus', false],
  ])('%s, its %s put into an MP4 (in fragments: %s)', async (name, codec, isFragmented) => {
    const expected = await decodeAudio(fixture(name), { maxSeconds: 1 });
    const audio = await decodeAudio(await asMp4(fixture(name), codec, isFragmented), { maxSeconds: 2 });
    expect(audio).toMatchObject({ format: `mp4-${codec}`, sampleRate: expected.sampleRate });
    const match = matchReference(audio.samples, audio.sampleRate, -2100, 2100);
    expect(match.correlation).toBeGreaterThan(codec === 'opus' ? 0.92 : LOSSY);
    expect(Math.abs(match.gain)).toBeGreaterThan(0.75);
  });

  it('reads MP4 that begins with any box', async () => {
    const bytes = fixture('ffmpeg-44100.m4a');
    const brand = new DataView(bytes.buffer).getUint32(0);
    const audio = await decodeAudio(bytes.subarray(brand), { maxSeconds: 1 }).catch(
      (error: unknown) => error,
    );
    // The file's tables contain offsets that are wrong now. The format is recognised, even if it cannot be read.
    expect(audio).not.toMatchObject({ kind: 'format_unknown' });
  });

  it('decodes bytes that begin at any offset of their buffer', async () => {
    for (const name of ['16-8000.oga', 'opus-48000.opus', 'cbr-44100.mp3', 'pcm24-11025.wave']) {
      const bytes = fixture(name);
      const shifted = new Uint8Array(bytes.length + 7).subarray(3, 3 + bytes.length);
      shifted.set(bytes);
      const [first, second] = [bytes, shifted].map((file) => decodeAudio(file, { maxSeconds: 1 }));
      expect(await second).toEqual(await first);
    }
  });
});

describe('decodeAudio, damage and limits', () => {
  it.each([
    'cbr-44100.mp3',
    '16-44100.flac',
    'opus-48000.opus',
    'pcm24-11025.wave',
    'firefox-mediarecorder.webm',
  ])('%s: uses the existing part if the end is missing', async (name) => {
    const bytes = fixture(name);
    const whole = await decodeAudio(bytes, { maxSeconds: 2 });
    const part = await decodeAudio(bytes.subarray(0, Math.floor(bytes.length * 0.7)), { maxSeconds: 2 });
    expect(part.samples.length).toBeGreaterThan(whole.samples.length * 0.5);
    expect(part.samples.length).toBeLessThan(whole.samples.length * 0.9);
  });

  it('passes over a damaged FLAC frame and keeps those around it', async () => {
    const bytes = repeated(fixture('16-44100.flac'), 6);
    const whole = await decodeAudio(bytes, { maxSeconds: 10 });
    // In the first frame.
    bytes[lastMetadataEnd(bytes) + 100]! ^= 0x10;
    const part = await decodeAudio(bytes, { maxSeconds: 10 });
    expect(whole.samples.length - part.samples.length).toBe(4096);
  });

  it('finds the next MP3 frame after damage, and skips tags between frames', async () => {
    const bytes = fixture('cbr-44100.mp3');
    const frames = bytes.subarray(bytes.indexOf(0xff));
    const tag = new Uint8Array(128);
    tag.set(Buffer.from('TAG'));
    const joined = Buffer.concat([frames, tag, frames, Buffer.from('no frames here'), frames]);
    const audio = await decodeAudio(joined, { maxSeconds: 5 });
    expect(audio.samples.length / 44100).toBeGreaterThan(3 * REFERENCE_SECONDS - 0.01);
  });

  it('refuses a file that is damaged all over', async () => {
    const bytes = fixture('16-44100.flac');
    for (let at = 500; at < bytes.length; at += 2000) bytes[at]! ^= 0xff;
    const error = await refusal(bytes);
    expect(error.reason).toBe('damaged');
    expect(error.message).toMatch(/FLAC.*again/);
  });

  it.each([
    ['cbr-44100.mp3', 'mp3'],
    ['16-44100.flac', 'flac'],
  ])('stops decoding a long %s at the limit', async (name) => {
    const bytes = repeated(fixture(name), 200);
    const append = vi.spyOn(SampleStore.prototype, 'append');
    try {
      const error = await refusal(bytes, 10);
      expect(error.reason).toBe('too_long');
      expect(error.message).toContain('10 seconds');
      const given = append.mock.calls.reduce((sum, [, length]) => sum + length, 0);
      expect(given).toBeLessThan(11 * 44100);
    } finally {
      append.mockRestore();
    }
  });

  it('allows the padding of encoders, and no more', async () => {
    const seconds = (count: number) =>
      wavFile({ sampleRate: 8000, encoding: 'pcm16' }, new Uint8Array(count * 16000).fill(1));
    await expect(decodeAudio(seconds(2.2), { maxSeconds: 2 })).resolves.toBeDefined();
    expect((await refusal(seconds(2.3), 2)).reason).toBe('too_long');
  });

  it('stops when the signal is aborted', async () => {
    const reason = new Error('enough');
    for (const name of [
      'cbr-44100.mp3',
      '16-44100.flac',
      'opus-48000.opus',
      'vorbis-44100.ogg',
      'pcm24-11025.wave',
    ]) {
      const controller = new AbortController();
      const { begin } = SampleStore.prototype;
      const spy = vi.spyOn(SampleStore.prototype, 'begin').mockImplementation(function (
        this: SampleStore,
        ...args
      ) {
        begin.apply(this, args);
        controller.abort(reason);
      });
      try {
        const decoding = decodeAudio(fixture(name), { maxSeconds: 5, signal: controller.signal });
        await expect(decoding).rejects.toBe(reason);
      } finally {
        spy.mockRestore();
      }
    }
  });

  it('names the format found and the accepted formats', async () => {
    const cases: [Uint8Array, DecodeReason, RegExp][] = [
      [new Uint8Array(), 'empty', /empty.*WAV, MP3, FLAC/],
      [Buffer.from('Dear sir or madam, '.repeat(20)), 'unknown_format', /WAV, MP3, FLAC/],
      [Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0', 'latin1'), 'damaged', /MP4 file is damaged/],
      [Buffer.from('#!AMR\n', 'latin1'), 'unsupported', /AMR recording.*Convert.*M4A/],
      [Buffer.from('FORM\0\0\0\x20AIFF', 'latin1'), 'unsupported', /AIFF.*Convert/],
      [Buffer.from('%PDF-1.7 and so on'), 'unsupported', /PDF/],
      [
        wavFile({ sampleRate: 8000, encoding: 'pcm16' }, new Uint8Array()),
        'empty',
        /WAV file contains no audio/,
      ],
      [
        fixture('16-44100.flac').subarray(0, 60),
        'empty',
        /FLAC file contains no audio, or its end is missing/,
      ],
    ];
    for (const [bytes, reason, message] of cases) {
      const error = await refusal(bytes);
      expect(error.reason).toBe(reason);
      expect(error.message).toMatch(message);
    }
  });

  it('keeps messages of the decoders about damage off the console', async () => {
    const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
    try {
      for (const name of ['cbr-44100.mp3', 'firefox-mediarecorder.webm', '16-44100.flac']) {
        const bytes = fixture(name);
        for (let at = 1000; at < bytes.length; at += 150) bytes[at] = 0xff;
        await decodeAudio(bytes, { maxSeconds: 5 }).catch(() => {});
      }
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  /** Repeats the frames of a file, which begin with their sync byte. */
  function repeated(bytes: Uint8Array, times: number): Uint8Array {
    const start = bytes[0] === 0x66 ? lastMetadataEnd(bytes) : bytes.indexOf(0xff);
    const frames = bytes.subarray(start);
    return Buffer.concat([bytes.subarray(0, start), ...Array.from({ length: times }, () => frames)]);
  }

  function lastMetadataEnd(flac: Uint8Array): number {
    let at = 4;
    for (let last = false; !last; ) {
      last = flac[at]! >= 0x80;
      at += 4 + Buffer.from(flac).readUIntBE(at + 1, 3);
    }
    return at;
  }
});

/** Puts the packets of a file into an MP4 file. */
async function asMp4(bytes: Uint8Array, codec: 'aac' | 'opus', isFragmented: boolean): Promise<Uint8Array> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  const format = new Mp4OutputFormat({
    fastStart: isFragmented ? 'fragmented' : false,
    minimumFragmentDuration: 0.2,
  });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
  for await (const packet of new EncodedPacketSink(track!).packets()) {
    if (packet.timestamp >= 0) await source.add(packet, { ...(decoderConfig && { decoderConfig }) });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

describe('decodeAudio, broken samples', () => {
  const RATE = 8000;
  const voice = referenceSound(RATE);
  const floats = (change: (sample: number, i: number) => number): Uint8Array =>
    floatWav(Float32Array.from(voice, change), RATE);
  const heard = async (file: Uint8Array) => {
    const { samples } = await decodeAudio(file, { maxSeconds: 1 });
    expect(samples.every(Number.isFinite)).toBe(true);
    return matchReference(samples, RATE, 0, 0);
  };

  it.each<[string, (sample: number, i: number) => number]>([
    ['as it is', (sample) => sample],
    ['one that is no number', (sample, i) => (i === 3000 ? Number.NaN : sample)],
    [
      'some that are infinite',
      (sample, i) => (i % 1000 === 7 ? (-1) ** i * Number.POSITIVE_INFINITY : sample),
    ],
    ['one beyond all others', (sample, i) => (i === 3000 ? 1e30 : sample)],
    ['some far beyond the others', (sample, i) => (i % 500 === 7 ? -3000 : sample)],
    ['an offset', (sample) => sample + 2000 / 32768],
    ['a large offset', (sample) => sample - 0.9],
    ['a little above full scale', (sample) => sample * 3],
    ['the range of 16-bit integers', (sample) => sample * 32768],
  ])('%s', async (_, change) => {
    const { correlation, gain } = await heard(floats(change));
    expect(correlation).toBeGreaterThan(0.99);
    expect(gain).toBeGreaterThan(0.9);
    expect(gain).toBeLessThan(3.1);
  });

  it.each<[string, (bytes: Uint8Array, view: DataView) => void]>([
    ['sizes of a stream', (_, view) => view.setUint32(40, 0xffffffff, true)],
    ['sizes of zero', (_, view) => view.setUint32(40, 0, true)],
    ['a size beyond its end', (_, view) => view.setUint32(40, 10_000_000, true)],
    ['a size with the sign bit', (_, view) => view.setUint32(40, 0x80000000, true)],
    ['a size that is odd', (_, view) => view.setUint32(40, view.getUint32(40, true) + 1, true)],
    ['a wrong rate of bytes', (_, view) => view.setUint32(28, 7, true)],
  ])('a WAV file with %s', async (_, damage) => {
    const file = wavFile({ sampleRate: RATE, encoding: 'pcm16' }, encodePcm16(voice));
    damage(file, new DataView(file.buffer));
    expect(await heard(file)).toMatchObject({
      correlation: expect.closeTo(1, 2),
      gain: expect.closeTo(1, 2),
    });
  });
});

/** Returns a WAV file with one channel of 32-bit floats. */
function floatWav(samples: Float32Array, sampleRate: number): Uint8Array {
  const file = Buffer.from(wavFile({ sampleRate, encoding: 'pcm16' }, new Uint8Array(samples.buffer)));
  file.writeUInt16LE(3, 20);
  file.writeUInt32LE(sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(32, 34);
  return file;
}

describe('decodeAudio, mixing', () => {
  it('returns the voice of a stereo file with one silent side, at its own level', async () => {
    const voice = referenceSound(8000);
    for (const side of [0, 1]) {
      const stereo = new Int16Array(2 * voice.length);
      voice.forEach((sample, i) => {
        stereo[2 * i + side] = Math.round(sample * 32767);
      });
      const file = wavFile(
        { sampleRate: 8000, encoding: 'pcm16', channels: 2 },
        new Uint8Array(stereo.buffer),
      );
      const { samples } = await decodeAudio(file, { maxSeconds: 1 });
      expect(matchReference(samples, 8000, 0, 0).gain).toBeCloseTo(1, 3);
    }
  });
});

describe('decodeAtRate', () => {
  it.each([
    'alaw-8000.wave',
    'cbr-44100.mp3',
    'vbr-48000-stereo.mp3',
    '16-8000-six.flac',
    'opus-48000.opus',
    'opus-48000-six.opus',
    'ffmpeg-44100.m4a',
  ])('%s: the sound of decodeAudio at another rate', async (name) => {
    const options = { maxSeconds: 5 };
    const { samples, sampleRate, channels } = await decodeAudio(fixture(name), options);
    const at16k = await decodeAtRate(fixture(name), { ...options, sampleRate: 16_000 });
    const expected = resampleAll(samples, sampleRate, 16_000);
    expect(at16k.channels).toBe(channels);
    expect(at16k.samples).toHaveLength(expected.length);
    const furthest = expected.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - at16k.samples[i]!)),
      0,
    );
    expect(furthest).toBeLessThan(0.001);
  });

  it('returns one channel of several', async () => {
    const tone = (hz: number, i: number): number => 0.5 * Math.sin((2 * Math.PI * hz * i) / 16_000);
    const stereo = Float32Array.from({ length: 2 * 16_000 }, (_, i) => tone(i % 2 ? 300 : 500, i >> 1));
    const bytes = wavFile({ encoding: 'pcm16', sampleRate: 16_000, channels: 2 }, encodePcm16(stereo));
    for (const [channel, hz] of [500, 300].entries()) {
      const { samples } = await decodeAtRate(bytes, { maxSeconds: 5, sampleRate: 16_000, channel });
      expect(samples).toHaveLength(16_000);
      expect(Math.abs(samples[777]! - tone(hz, 777))).toBeLessThan(0.001);
    }
    const third = decodeAtRate(bytes, { maxSeconds: 5, sampleRate: 16_000, channel: 2 });
    await expect(third).rejects.toThrow(RangeError);
  });

  it('holds less than the whole file would take', async () => {
    const bytes = wavFile({ encoding: 'mulaw', sampleRate: 96_000 }, new Uint8Array(96_000 * 60).fill(0x20));
    const { samples } = await decodeAtRate(bytes, { maxSeconds: 60, sampleRate: 8000 });
    expect(samples).toHaveLength(60 * 8000);
    expect(samples.buffer.byteLength).toBeLessThan(60 * 8000 * 4 * 1.6);
  });
});
