import { createRequire } from 'node:module';
import { primaryLanguage } from '../../../language/languages.ts';
import { programBeside, type RecogniserFamily } from '../family.ts';

/** Moonshine's models for English, run step by step by onnxruntime. */
export const MOONSHINE: RecogniserFamily = {
  name: 'moonshine',
  program: programBeside(import.meta.url, './moonshine-process'),
  stopsWhenTold: true,
  doubts: true,
  hasWordTimes: false,
  languages: ['en'],
  models: { 'moonshine-tiny.en': { accuracy: 4, cpuSeconds: 0.1, delayMs: 100, translates: false } },
  library() {
    const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as {
      version: string;
    };
    return `onnxruntime ${version}`;
  },
  language: (lang) => (primaryLanguage(lang) === 'en' ? 'en' : null),
};
