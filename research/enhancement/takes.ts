/** Clean speech to be degraded and enhanced: of people, or of our synthesizers. */
import { RECOGNITION_SAMPLE_RATE } from '../../engine/research.ts';
import { testSpeech } from '../../engine/testing/speakers.ts';
import { speakForTest } from '../../engine/testing/speech.ts';
import { divide, joinedTranscript, listSpeakers, type RecordedClip, readClip } from '../cloning/corpus.ts';
import { SENTENCES } from '../cloning/sentences.ts';
import { joinSounds, type Sound } from '../cloning/sound.ts';

export interface Take {
  readonly speaker: string;
  readonly sound: Sound;
  readonly transcript: string;
  /** Other clean recordings of the same speaker. */
  readonly others: readonly Sound[];
}

const GAP_MS = 300;
/** Other recordings per speaker; enough for a mean embedding. */
const OTHERS = 4;
/** Texts of the synthesizers for a take, and for the other recordings. */
const TAKE_SENTENCES = SENTENCES.slice(0, 6);
const OTHER_SENTENCES = SENTENCES.slice(6);
const SYNTHETIC_SPEAKERS = [
  { name: 'espeak, low', voice: 'en-us', pitch: 35 },
  { name: 'espeak, high', voice: 'en-us+f3', pitch: 65 },
  { name: 'espeak, British', voice: 'en-gb', pitch: 50 },
  { name: 'espeak, Scottish', voice: 'en-gb-scotland+f2', pitch: 55 },
];

/**
 * Returns one take of every speaker of a folder (as for cloning: a folder for each, with clips and transcripts).
 * @param maxSeconds maximum duration of a take
 * @throws CorpusError, DecodeError
 */
export async function takesOfPeople(folder: string, maxSeconds: number): Promise<Take[]> {
  const takes: Take[] = [];
  for (const { name, clips: listed } of await listSpeakers(folder, [])) {
    const clips: RecordedClip[] = [];
    for (const clip of listed) clips.push(await readClip(clip));
    const { enrolled, others } = divide(clips, maxSeconds, GAP_MS);
    const transcript = joinedTranscript(enrolled);
    if (transcript === null) continue;
    const { sampleRate } = enrolled[0]!;
    const sound = { samples: joinSounds(enrolled, sampleRate, GAP_MS), sampleRate };
    takes.push({ speaker: name, sound, transcript, others: others.slice(0, OTHERS) });
  }
  return takes;
}

/** Returns takes of the voices of this machine, at 16 kHz. */
export async function takesOfSynthesizers(): Promise<Take[]> {
  const sampleRate = RECOGNITION_SAMPLE_RATE;
  const transcript = TAKE_SENTENCES.join(' ');
  const other = OTHER_SENTENCES.join(' ');
  const [mine, more] = await speakForTest(transcript, other);
  const sound = (samples: Float32Array | undefined): Sound => ({
    samples: samples ?? new Float32Array(0),
    sampleRate,
  });
  const takes: Take[] = [
    { speaker: 'the best English voice', sound: sound(mine), transcript, others: [sound(more)] },
  ];
  for (const { name, voice, pitch } of SYNTHETIC_SPEAKERS) {
    takes.push({
      speaker: name,
      sound: sound(await testSpeech(transcript, { voice, pitch })),
      transcript,
      others: [sound(await testSpeech(other, { voice, pitch }))],
    });
  }
  return takes;
}
