import type { ConsonantFeatures, Features, VowelFeatures } from './features.ts';

const HEIGHTS = ['close', 'near-close', 'close-mid', 'mid', 'open-mid', 'near-open', 'open'] as const;
const BACKNESSES = ['front', 'near-front', 'central', 'near-back', 'back'] as const;

/**
 * The features of a sound in the terms of the IPA chart, the most distinctive first: "voiced", "alveolar", "trill" or
 * "open-mid", "front", "unrounded", "nasal". For a diphthong the last one is its end.
 */
export function featureWords(features: Features): string[] {
  return features.type === 'vowel' ? vowelWords(features) : consonantWords(features);
}

function vowelWords({ height, backness, rounded, nasal, long, rhotic, glide }: VowelFeatures): string[] {
  const place = (height: number, backness: number): string[] => [
    HEIGHTS[height] ?? 'mid',
    BACKNESSES[backness] ?? 'central',
  ];
  return [
    ...place(height, backness),
    rounded ? 'rounded' : 'unrounded',
    ...when({ nasal, long, rhotic }),
    ...(glide === null ? [] : [`to ${place(glide.height, glide.backness).join(' ')}`]),
  ];
}

function consonantWords(features: ConsonantFeatures): string[] {
  const { place, manner, voiced, palatalised, aspirated, tense, sibilant, rhotic, long, syllabic } = features;
  return [
    voiced ? 'voiced' : 'voiceless',
    place,
    manner,
    ...when({ palatalised, aspirated, tense, sibilant, rhotic, long, syllabic }),
  ];
}

const when = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(flags).flatMap(([word, isSo]) => (isSo ? [word] : []));
