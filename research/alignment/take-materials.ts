import { espeakSource, type VoiceSource } from '../../engine/research.ts';
import type { Clip } from './corpus.ts';
import type { Renderer, Saying } from './renderer.ts';
import { inRoom, type Sound, shifted, withNoise } from './sounds.ts';
import type { Line, Material } from './takes.ts';
import { TEXTS } from './texts.ts';

/** Maximum duration of a take, before mishaps add to it. */
const MAX_SECONDS = 45;
const MIN_LINES = 4;
const MAX_LINES = 8;
/** Texts per script, two sentences each. */
const TEXTS_A_SCRIPT = 3;

interface Reader {
  readonly name: string;
  readonly voice: VoiceSource;
  readonly saying?: Saying;
  readonly change?: (sound: Sound) => Sound;
}

/** Voices other than the one of the renditions, or the same one under other conditions. */
function readers(standard: VoiceSource): Reader[] {
  const alive: Saying = { temperature: 0.9, seed: 7 };
  return [
    { name: 'same voice, shifted up 15 %', voice: standard, saying: alive, change: (s) => shifted(s, 1.15) },
    { name: 'same voice, room 0.3 s', voice: standard, saying: alive, change: (s) => inRoom(s, 0.3) },
    { name: 'same voice at 0.7', voice: standard, saying: { speed: 0.7, seed: 5 } },
    { name: 'espeak male m3', voice: espeakSource('en-us+m3') },
    { name: 'espeak female f2', voice: espeakSource('en-us+f2') },
    { name: 'espeak British at 1.5', voice: espeakSource('en-gb'), saying: { speed: 1.5 } },
    { name: 'espeak male, noise 20 dB', voice: espeakSource('en-us'), change: (s) => withNoise(s, 20) },
  ];
}

/** The part of a name before the first hyphen. */
const speakerOf = ({ name }: Clip): string => name.split('-')[0]!;

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?]) /);

/** Scripts read by our own voices. */
export async function generatedMaterials(renderer: Renderer, standard: VoiceSource): Promise<Material[]> {
  const materials: Material[] = [];
  for (const [index, { name, voice, saying, change = (sound: Sound) => sound }] of readers(
    standard,
  ).entries()) {
    const say = async (text: string): Promise<Sound> => change(await renderer.speak(voice, text, saying));
    const texts = TEXTS.map((_, i) => TEXTS[(index + i) % TEXTS.length]!);
    const line = async (text: string): Promise<Line> => ({ text, sound: await say(text) });
    const spoken = (texts: readonly string[]): Promise<Line[]> =>
      Promise.all(texts.flatMap(sentencesOf).map(line));
    const strange = sentencesOf(texts.at(-2)!);
    materials.push({
      name,
      lines: await spoken(texts.slice(0, TEXTS_A_SCRIPT)),
      others: (await spoken(texts.slice(-1))).map(({ sound }) => sound),
      strangers: await Promise.all(strange.map((text) => renderer.speak(espeakSource('en-us+f4'), text))),
      misread: async ({ text }, changed, random) => ({ text, sound: await say(changed(text, random)) }),
    });
  }
  return materials;
}

/** Uses consecutive clips of people as the sentences of a script. For misread words the script is changed instead. */
export function peopleMaterials(clips: readonly Clip[]): Material[] {
  const speakers = new Set(clips.map(speakerOf));
  const seconds = ({ samples, sampleRate }: Sound): number => samples.length / sampleRate;
  const materials: Material[] = [];
  for (const speaker of speakers) {
    const own = clips.filter((clip) => speakerOf(clip) === speaker);
    for (let from = 0; from + MIN_LINES <= own.length; ) {
      let to = from;
      for (let sum = 0; to < own.length && to - from < MAX_LINES; to++) {
        sum += seconds(own[to]!);
        if (sum > MAX_SECONDS) break;
      }
      if (to - from >= MIN_LINES) {
        const lines = own.slice(from, to).map((clip) => ({ text: clip.text, sound: clip }));
        const strangers = clips.filter((clip) => !own.includes(clip) && seconds(clip) < 5);
        materials.push({
          name: `${speaker} from ${from + 1}`,
          lines,
          others: own.filter((clip, i) => (i < from || i >= to) && seconds(clip) < 10),
          strangers,
          misread: async ({ text, sound }, changed, random) => ({ text: changed(text, random), sound }),
        });
        from = to;
      } else from++;
    }
  }
  return materials;
}
