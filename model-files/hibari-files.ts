/** The voices of hibari: each a model of its own, distilled from one of Kokoro's. */
import type { Model, ModelSource } from './model.ts';

interface HibariFiles {
  /** "heart" */
  readonly name: string;
  readonly lang: 'en-US' | 'en-GB';
  readonly sex: 'female' | 'male';
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Location on the hub; null for the voice that a package contains. The others were never tested. */
  readonly file: string | null;
}

const SIZE = 7_936_868;
const VOICES: readonly HibariFiles[] = [
  {
    name: 'heart',
    lang: 'en-US',
    sex: 'female',
    sizeBytes: SIZE,
    sha256: '5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8',
    file: null,
  },
  {
    name: 'emma',
    lang: 'en-GB',
    sex: 'female',
    sizeBytes: SIZE,
    sha256: 'f709f0488ee63b583a22189a955aaf4257b9806dd330be3490661e53af0a89c1',
    file: 'bf_emma.int8.onnx',
  },
  {
    name: 'fable',
    lang: 'en-GB',
    sex: 'male',
    sizeBytes: SIZE,
    sha256: 'c28529302f2d27cd12f62625c24425888c4e3c2675583100ec530259136b8bc6',
    file: 'bm_fable.int8.onnx',
  },
  {
    name: 'fenrir',
    lang: 'en-US',
    sex: 'male',
    sizeBytes: 8_031_158,
    sha256: 'f59fbd87908c91f827bc21b1b89443757b9a8580db9eee20aa948deb731321f4',
    file: 'am_fenrir_v2.int8.onnx',
  },
  {
    name: 'kore',
    lang: 'en-US',
    sex: 'female',
    sizeBytes: SIZE,
    sha256: '346885752673e45d42f9864c9e2432094bc4b6385df060d4b83273da764d2fa9',
    file: 'af_kore.int8.onnx',
  },
];

export interface HibariVoice extends HibariFiles {
  /** "Heart" */
  readonly displayName: string;
  readonly model: Model;
}

export const HIBARI: readonly HibariVoice[] = VOICES.map((voice) => {
  const displayName = voice.name.charAt(0).toUpperCase() + voice.name.slice(1);
  return { ...voice, displayName, model: modelOf(voice, displayName) };
});

/** The voice of the default models. */
export const HIBARI_HEART = 'hibari-heart';

export function hibariFile({ name }: Pick<HibariFiles, 'name'>): string {
  return `${name}.onnx`;
}

function modelOf(voice: HibariFiles, displayName: string): Model {
  const { name, lang, sex, sizeBytes, sha256, file } = voice;
  const accent = lang === 'en-US' ? 'US' : 'British';
  const title = `hibari ${displayName}, ${accent} English, ${sex} (24 kHz)`;
  const fileName = hibariFile(voice);
  const sources: ModelSource[] =
    file === null
      ? [
          {
            kind: 'pypi',
            name: 'hibari-tts',
            version: '0.2.1',
            files: { 'hibari/assets/hibari.onnx': fileName },
          },
        ]
      : [
          {
            kind: 'hub',
            repository: 'maureesewilliams/hibari',
            revision: 'main',
            paths: { [fileName]: `voices/${file}` },
          },
        ];
  return {
    id: `hibari-${name}`,
    kind: 'hibari',
    title,
    language: lang,
    license: 'Apache-2.0',
    licenseNote:
      'Copyright 2026 Maureese Williams. Distilled from Kokoro-82M by hexgrad (Apache-2.0), whose sound it was ' +
      `trained on.${file === null ? '' : ' This voice was never tried with this program.'}`,
    files: [{ name: fileName, sizeBytes, sha256 }],
    sources,
  };
}
