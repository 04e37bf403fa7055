/** Measures the cost of a cloned voice compared with its base voice, and the duration of enrolment. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cloning, createCloning, type VoiceReference } from '../../cloning/index.ts';
import { decodeCodes } from '../../engine/conversion/codes.ts';
import { type ClonedVoice, type Engine, EngineError, type Recogniser } from '../../engine/index.ts';
import { createRecogniser, ModelStore, pullWithReport } from '../../engine/setup.ts';
import { VITS } from '../../engine/synthesis/families/vits/family.ts';
import { ENGLISH_RECOGNISER } from '../../model-files/manifest.ts';
import {
  type CloneFigures,
  type CloneFirstAudioRow,
  ENROLMENT_STAGES,
  type EnrolmentRow,
  type EnrolmentTiming,
} from '../report/figures.ts';
import { median, summary } from '../stats.ts';
import { FIVE_WORDS, PARAGRAPHS, TEN_SECONDS, THIRTY_SECONDS, TWENTY_WORDS } from '../texts.ts';
import type { Context } from './context.ts';
import { costOfSpeaking, REST_MS } from './cost.ts';
import { speak, startEngine } from './engine.ts';
import { type Sample, sampleOf } from './sample.ts';
import { type StageMark, stageTiming } from './stages.ts';

const SIZES = [
  { size: '5 words', texts: FIVE_WORDS },
  { size: '20 words', texts: TWENTY_WORDS },
] as const;
const FIRST_AUDIOS = { full: 24, quick: 2 } as const;
const COST_ROUNDS = { full: 8, quick: 1 } as const;
/** Number of enrolments after the first. */
const ENROLMENTS = { full: 6, quick: 1 } as const;

export async function measureClone(everywhere: Context): Promise<CloneFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-voice-'));
  try {
    // Only the measured voice is installed, so that it is the base and no others are examined.
    for (const path of [everywhere.modelPath, everywhere.configPath]) {
      await symlink(path, join(folder, basename(path)));
    }
    const context = { ...everywhere, voicesFolder: folder };
    const sample = await sampleOf(TEN_SECONDS);
    const given = await measureEnrolment('given', sample, context);
    const { row: recognised, missing } = await measureRecognised(sample, context);
    return {
      ...(await measureSpeaking(context)),
      sampleSeconds: sample.seconds,
      enrolments: recognised ? [given, recognised] : [given],
      recogniserMissing: missing,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureRecognised(
  sample: Sample,
  context: Context,
): Promise<{ row: EnrolmentRow | null; missing: string | null }> {
  const store = new ModelStore();
  try {
    if (!(await store.isInstalled(ENGLISH_RECOGNISER))) await pullWithReport(store, ENGLISH_RECOGNISER);
  } catch (error) {
    context.say(`the recogniser could not be fetched: ${String(error)}`);
  }
  let missing: string | null = null;
  const recogniser = await createRecogniser({ remote: null, warn: (reason) => (missing = reason) });
  if (recogniser.supports('en')) {
    return { row: await measureEnrolment('recognised', sample, context, recogniser), missing };
  }
  await recogniser.close();
  context.say(missing ?? 'there is no recogniser');
  return { row: null, missing };
}

/** In a separate engine, so that its first enrolment is cold. */
async function measureEnrolment(
  transcript: EnrolmentRow['transcript'],
  sample: Sample,
  context: Context,
  recogniser?: Recogniser,
): Promise<EnrolmentRow> {
  const engine = await startEngine(context, recogniser);
  const cloning = createCloning(engine);
  try {
    const count = pick(ENROLMENTS, context);
    context.say(`learning voices, transcript ${transcript}: ${count + 1}`);
    const request = transcript === 'given' ? sample : { ...sample, transcript: null };
    const first = await timedEnrolment(cloning, request);
    const later: EnrolmentTiming[] = [];
    for (let i = 0; i < count; i++) {
      await sleep(REST_MS);
      later.push(await timedEnrolment(cloning, request));
    }
    return { transcript, first, later };
  } finally {
    await cloning.close();
    await engine.close();
  }
}

type Request = Pick<Sample, 'audio'> & { readonly transcript: string | null };

async function timedEnrolment(cloning: Cloning, { audio, transcript }: Request): Promise<EnrolmentTiming> {
  const marks: StageMark[] = [];
  const beganMs = performance.now();
  const onProgress = (stage: string): void => void marks.push({ stage, atMs: performance.now() });
  try {
    await cloning.enrol({ audio, lang: 'en', transcript }, { onProgress });
  } catch (error) {
    if (error instanceof EngineError) throw new Error(`the sample was refused: ${error.message}`);
    throw error;
  }
  return stageTiming(ENROLMENT_STAGES, marks, beganMs, performance.now());
}

type Speaking = Pick<CloneFigures, 'clone' | 'cpu' | 'firstAudio'>;

async function measureSpeaking(context: Context): Promise<Speaking> {
  const engine = await startEngine(context);
  const cloning = createCloning(engine);
  try {
    context.say('learning the voice that speaks');
    const sample = await sampleOf(THIRTY_SECONDS);
    const { audio, transcript } = sample;
    const reference = await cloning.enrol({ audio, lang: 'en', transcript });
    const { modelPath, configPath } = context;
    const base = VITS.keyOf({ engine: 'vits', modelPath, configPath, speaker: 0 });
    if (reference.report.base !== base) throw new Error(`the clone is spoken by ${reference.report.base}`);
    const clone = cloneOf(reference);
    await warmUp(engine, clone);
    const firstAudio: CloneFirstAudioRow[] = [];
    for (const size of SIZES)
      firstAudio.push(await measureFirstAudio(engine, size, reference, clone, context));
    return {
      clone: {
        seconds: sample.seconds,
        exemplars: decodeCodes(reference.codes).symbolOf.length,
        medianF0Hz: Number(reference.report.medianF0Hz),
      },
      cpu: await measureCost(engine, clone, context),
      firstAudio,
    };
  } finally {
    await cloning.close();
    await engine.close();
  }
}

/** Enough concurrent streams that every lane has spoken with both voices. */
async function warmUp(engine: Engine, clone: ClonedVoice): Promise<void> {
  const streams = Array.from(
    { length: 2 * engine.stats().lanes },
    (_, i) => PARAGRAPHS[i % PARAGRAPHS.length]!,
  );
  await Promise.all(streams.map((text) => speak(engine, text)));
  await Promise.all(streams.map((text) => speak(engine, text, { clone })));
}

/** In turn: the base, the clone, and a clone that no lane has loaded. */
async function measureFirstAudio(
  engine: Engine,
  { size, texts }: (typeof SIZES)[number],
  reference: VoiceReference,
  clone: ClonedVoice,
  context: Context,
): Promise<CloneFirstAudioRow> {
  context.say(`first audio of a clone, ${size}`);
  const waits: Record<'base' | 'clone' | 'unknownClone', number[]> = {
    base: [],
    clone: [],
    unknownClone: [],
  };
  const listen = async (text: string, voice?: ClonedVoice): Promise<number> => {
    await sleep(REST_MS);
    return (await speak(engine, text, voice && { clone: voice })).firstAudioMs;
  };
  for (let i = 0; i < pick(FIRST_AUDIOS, context); i++) {
    const text = texts[i % texts.length] ?? '';
    waits.base.push(await listen(text));
    waits.clone.push(await listen(text, clone));
    waits.unknownClone.push(await listen(text, cloneOf(reference)));
  }
  return {
    size,
    base: summary(waits.base),
    clone: summary(waits.clone),
    unknownClone: summary(waits.unknownClone),
  };
}

async function measureCost(
  engine: Engine,
  clone: ClonedVoice,
  context: Context,
): Promise<CloneFigures['cpu']> {
  const repetitions = pick(COST_ROUNDS, context);
  const costs: Record<'base' | 'clone', number[]> = { base: [], clone: [] };
  for (let i = 0; i < repetitions; i++) {
    context.say(`CPU time of a clone, round ${i + 1} of ${repetitions}`);
    await sleep(REST_MS);
    costs.base.push(await costOfSpeaking(engine, PARAGRAPHS));
    await sleep(REST_MS);
    costs.clone.push(await costOfSpeaking(engine, PARAGRAPHS, { clone }));
  }
  return { base: median(costs.base), clone: median(costs.clone), repetitions };
}

let clones = 0;

/** Returns a voice that no lane has loaded, in memory of its own, as it comes from the database. */
function cloneOf({ lang, codes: bytes }: VoiceReference): ClonedVoice {
  const codes = new Uint8Array(new SharedArrayBuffer(bytes.length));
  codes.set(bytes);
  const id = `bench-${++clones}`;
  return { id, name: id, lang, referenceId: id, codes };
}

const pick = (counts: { full: number; quick: number }, { quick }: Context): number =>
  quick ? counts.quick : counts.full;
