/** Models of the hub besides those of the manifest: Piper's voices, Whisper's models and Pocket TTS. */
import { MODELS } from './manifest.ts';
import type { Model } from './model.ts';
import { PIPER_TABLE } from './piper-table.ts';
import { POCKET_MODELS } from './pocket-files.ts';

const PIPER = { repository: 'rhasspy/piper-voices', revision: 'v1.0.0' };
const WHISPER = { repository: 'ggerganov/whisper.cpp', revision: 'main' };
const MIB = 2 ** 20;

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** Published file, size in MiB, and SHA-1. tiny.en and base are in the manifest, with smaller weights. */
const WHISPER_TABLE: readonly (readonly [file: string, mebibytes: number, sha1: string])[] = [
  ['ggml-tiny.bin', 75, 'bd577a113a864445d4c299885e0cb97d4ba92b5f'],
  ['ggml-base.en.bin', 142, '137c40403d78fd54d454da0f9bd998f78703390c'],
  ['ggml-small.bin', 466, '55356645c2b361a969dfd0ef2c5a50d530afd8d5'],
  ['ggml-small.en.bin', 466, 'db8a495a91d927739e50b3fc1cc4c6b8f6c2d022'],
  ['ggml-large-v3-turbo-q5_0.bin', 547, 'e050f7970618a659205450ad97eb95a18d69c9ee'],
];

/** The public voices in the order of their names, then the recognisers, smallest first. */
export const PUBLIC_MODELS: readonly Model[] = [...piperVoices(), ...WHISPER_TABLE.map(whisperModel)];

/** Every model that can be fetched by name. */
export const ALL_MODELS: readonly Model[] = [...MODELS, ...PUBLIC_MODELS, ...POCKET_MODELS];

function piperVoices(): Model[] {
  const own = new Set(MODELS.map(({ id }) => id));
  const lines = PIPER_TABLE.trim().split('\n');
  return lines.map(piperVoice).filter(({ id }) => !own.has(id));
}

function piperVoice(line: string): Model {
  const [id = '', speakers, onnxBytes, onnxMd5 = '', jsonBytes, jsonMd5 = ''] = line.split(' ');
  const [locale = '', name = '', quality = ''] = id.split('-');
  const folder = `${locale.split('_')[0]}/${locale}/${name}/${quality}`;
  const language = locale.replace('_', '-');
  const count = Number(speakers);
  const people = count > 1 ? `, ${count} speakers` : '';
  return {
    id,
    kind: 'piper-voice',
    title: `${displayName(name)}, ${LANGUAGES.of(language)}, ${quality.replace('_', '-')} quality${people}`,
    language,
    license: 'in its model card',
    licenseNote: null,
    quality,
    speakers: count,
    files: [
      { name: `${id}.onnx.json`, sizeBytes: Number(jsonBytes), md5: jsonMd5 },
      { name: `${id}.onnx`, sizeBytes: Number(onnxBytes), md5: onnxMd5 },
    ],
    card: { ...PIPER, path: `${folder}/MODEL_CARD` },
    sources: [
      {
        kind: 'hub',
        ...PIPER,
        paths: {
          [`${id}.onnx.json`]: `${folder}/${id}.onnx.json`,
          [`${id}.onnx`]: `${folder}/${id}.onnx`,
        },
      },
    ],
  };
}

function whisperModel([file, mebibytes, sha1]: (typeof WHISPER_TABLE)[number]): Model {
  const size = file.slice('ggml-'.length, -'.bin'.length);
  const isEnglish = size.endsWith('.en');
  return {
    id: `whisper-${size}`,
    kind: 'recogniser',
    title: `Whisper ${size}, ${isEnglish ? 'English' : 'multilingual'} speech to text`,
    language: isEnglish ? 'en' : 'mul',
    license: 'MIT',
    licenseNote: null,
    files: [{ name: file, sizeBytes: mebibytes * MIB, isSizeRounded: true, sha1 }],
    sources: [{ kind: 'hub', ...WHISPER, paths: { [file]: file } }],
  };
}

/** "Thorsten emotional" of "thorsten_emotional". */
function displayName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
