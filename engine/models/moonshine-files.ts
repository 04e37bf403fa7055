/** Moonshine's model for English: tokens, encoder and decoder, in the format of onnxruntime. */
import type { Model } from './model.ts';

export const MOONSHINE_TINY: Model = {
  id: 'moonshine-tiny.en',
  kind: 'recogniser',
  title: 'Moonshine tiny, English speech to text',
  language: 'en',
  license: 'MIT',
  licenseNote: null,
  files: [
    {
      name: 'moonshine-tiny.en.tokens.bin',
      sizeBytes: 249_974,
      sha256: '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
    },
    {
      name: 'moonshine-tiny.en.encoder.ort',
      sizeBytes: 13_281_600,
      sha256: '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
    },
    {
      name: 'moonshine-tiny.en.decoder.ort',
      sizeBytes: 30_412_256,
      sha256: 'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
    },
  ],
  sources: ['0.0.48', '0.0.73'].map((version) => ({
    kind: 'pypi',
    name: 'moonshine-voice',
    version,
    files: {
      'moonshine_voice/assets/tiny-en/tokenizer.bin': 'moonshine-tiny.en.tokens.bin',
      'moonshine_voice/assets/tiny-en/encoder_model.ort': 'moonshine-tiny.en.encoder.ort',
      'moonshine_voice/assets/tiny-en/decoder_model_merged.ort': 'moonshine-tiny.en.decoder.ort',
    },
  })),
};
