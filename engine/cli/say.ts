/**
 * `npm run say -- "Hello" [--voice ID] [--lang en] [--speed 1] [--rate 24000] [--out hello.wav]`: the engine without a
 * server.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { wavFile } from '../../media/wav.ts';
import { modelsFolder } from '../../model-files/folders.ts';
import { EngineError } from '../errors.ts';
import { createEngine } from '../index.ts';
import { voiceFolders } from '../synthesis/voice-folders.ts';
import { SAMPLING_RATES, type SamplingRate, SPEED, type SpeakSettings } from '../types.ts';
import { speaksFamily } from '../voices/catalog-entry.ts';

const HELP = `Synthesizes a text to a WAV file.

  npm run say -- "Hello" [options]
  npm run say -- --list [--lang CODE]

  --out FILE     output file (default: say.wav)
  --voice ID     a voice's id or name (default: the best one for the language)
  --lang CODE    language of the text (default: en)
  --speed N      ${SPEED.min} to ${SPEED.max}, multiples of normal (default: 1)
  --rate HZ      ${SAMPLING_RATES.join(', ')} (default: 24000)
  --list         list the voices, of all languages or of --lang`;

class UsageError extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'say.wav' },
      voice: { type: 'string' },
      lang: { type: 'string' },
      speed: { type: 'string', default: '1' },
      rate: { type: 'string', default: '24000' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const samplingRate = SAMPLING_RATES.find((rate) => String(rate) === values.rate);
  if (!samplingRate) throw new UsageError(`--rate must be one of ${SAMPLING_RATES.join(', ')}`);
  const speed = Number(values.speed);
  if (!(speed >= SPEED.min && speed <= SPEED.max)) {
    throw new UsageError(`--speed must be a number from ${SPEED.min} to ${SPEED.max}`);
  }
  return { ...values, samplingRate, speed, text: positionals.join(' ') };
}

type Arguments = ReturnType<typeof readArguments>;

async function say(args: Arguments): Promise<void> {
  const engine = await createEngine({
    voiceFolders: voiceFolders(),
    modelsFolder: modelsFolder(),
    // One text is spoken, one window after the other.
    lanes: 1,
    preloads: false,
    warn: (message, fields) => console.error(message, fields),
  });
  try {
    if (args.list) {
      const voices = engine.voices().filter((voice) => !args.lang || speaksFamily(voice, args.lang));
      for (const voice of voices) {
        console.log(`${voice.id.padEnd(40)} ${voice.langs.join(', ').padEnd(16)} ${voice.name}`);
      }
      return;
    }
    const named = engine.voices().find((voice) => [voice.id, voice.name].includes(args.voice ?? ''));
    const settings: SpeakSettings = {
      lang: args.lang ?? 'en',
      voiceId: named?.id ?? args.voice ?? null,
      speed: args.speed,
      samplingRate: args.samplingRate satisfies SamplingRate,
      encoding: 'pcm_linear',
      timestamps: false,
      ipaKey: null,
      temperature: null,
      topK: null,
    };
    const text = engine.check(args.text, settings);
    const stream = engine.open(settings, { voices: async () => undefined });
    stream.push(text, null);
    stream.end();
    const parts: Uint8Array[] = [];
    for await (const chunk of stream) parts.push(chunk.audio);
    const audio = Buffer.concat(parts);
    if (audio.length === 0) throw new UsageError('there is nothing to speak in this text');
    await writeFile(args.out, wavFile({ encoding: 'pcm16', sampleRate: args.samplingRate }, audio));
    const seconds = audio.length / 2 / args.samplingRate;
    console.log(`${args.out}: ${seconds.toFixed(2)} s`);
  } finally {
    await engine.close();
  }
}

// A reader that closes the pipe early ("| head") is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const args = readArguments();
  if (args.help) console.log(HELP);
  else if (args.text === '' && !args.list) throw new UsageError(`no text given\n\n${HELP}`);
  else await say(args);
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof EngineError || error instanceof TypeError;
  if (!isUsage) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
