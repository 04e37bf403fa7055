/** `npm run transcribe -- FILE`: the recogniser without a server. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { conditioned } from '../../media/conditioning.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { resampleAll } from '../../media/resampler.ts';
import { createRecogniser } from '../recognition/create-recogniser.ts';
import { RECOGNITION_SAMPLE_RATE, RecognitionError } from '../recognition/types.ts';

/** Longest recording, in seconds. */
const MAX_SECONDS = 600;

const HELP = `Transcribes an audio file.

  npm run transcribe -- FILE [options]

  --lang CODE    language of the speech (default: en)
  --words        one line for each word with its times in milliseconds

RECOGNISER names the model (default: the most accurate one that is quick enough).
STT_BASE_URL, STT_API_KEY and STT_MODEL select another recogniser instead of the local one.`;

async function transcribe(file: string, lang: string, words: boolean): Promise<void> {
  const { samples, sampleRate } = await decodeAudio(await readFile(file), { maxSeconds: MAX_SECONDS });
  const at16k = resampleAll(samples, sampleRate, RECOGNITION_SAMPLE_RATE);
  const { RECOGNISER, STT_BASE_URL, STT_API_KEY, STT_MODEL } = process.env;
  const recogniser = await createRecogniser({
    remote: STT_BASE_URL
      ? { baseUrl: STT_BASE_URL, apiKey: STT_API_KEY || null, model: STT_MODEL || 'whisper-1' }
      : null,
    ...(RECOGNISER && { local: RECOGNISER }),
  });
  try {
    const transcript = await recogniser.transcribe(conditioned(at16k, RECOGNITION_SAMPLE_RATE), { lang });
    if (!words) console.log(transcript.text);
    else
      for (const { text, startMs, endMs } of transcript.words) console.log(`${startMs}\t${endMs}\t${text}`);
  } finally {
    await recogniser.close();
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      lang: { type: 'string', default: 'en' },
      words: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [file] = positionals;
  if (values.help) console.log(HELP);
  else if (file === undefined || positionals.length > 1)
    throw new TypeError(`exactly one file is required\n\n${HELP}`);
  else await transcribe(file, values.lang, values.words);
} catch (error) {
  const isUsage =
    error instanceof TypeError || error instanceof DecodeError || error instanceof RecognitionError;
  if (!isUsage && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
