import type { DefectSigns } from './signs.ts';

/**
 * Written by `npm run eval:takes -- fit`: logistic regression without negative weights, together with how often the
 * clean passage of a take comes first. `from` and `unit` are quantiles of clean sentences of people.
 */
export const DEFECT_SIGNS: DefectSigns = {
  steadyNoise: {
    bias: -4.44,
    signs: [
      ['restDb', 'above', -42.7, 6.95, 0.83, -37.8, 0.37],
      ['restDb', 'least', 3.61, 3.89, 1.53, 6.34, 1.44],
      ['hissDb', 'least', 5.18, 5.96, 0.85, 9.35, 0.74],
      ['hissDb', 'above', -35.6, 7.37, 1.98, -30.4, 0.8],
      ['wideRestDb', 'least', 4.13, 4.94, 1.11, 7.59, 0.22],
    ],
  },
  bursts: {
    bias: -3.75,
    signs: [
      ['valleyDb', 'least', 7.28, 8.63, 2, 13.3, 0.55],
      ['valleyDb', 'above', -27.3, 8.79, 2, -21.1, 0.72],
      ['flatness', 'least', 0.76, 0.95, 0.79, 1.42, 0],
      ['highDb', 'least', 7.74, 6.4, 1.93, 12.2, 1.88],
      ['voiceless', 'least', 0.36, 0.43, 1.2, 0.66, 0.23],
      ['highDb', 'above', -7.79, 10.7, 0.24, -0.28, 0.049],
      ['flatness', 'above', -2.28, 0.65, 0.9, -1.83, 0],
    ],
  },
  coveredVoice: {
    bias: -3.67,
    signs: [
      ['voiceless', 'above', 0.5, 0.43, 2, 0.8, 1.48],
      ['voiceless', 'least', 0.36, 0.43, 0.61, 0.66, 0.38],
      ['covered', 'least', 0.21, 0.2, 0, 0.35, 0.17],
      ['covered', 'above', 0.43, 0.2, 0.92, 0.57, 1.23],
      ['aperiodic', 'least', 0.066, 0.067, 1.71, 0.11, 0.84],
      ['flatness', 'least', 0.76, 0.95, 0.32, 1.42, 0],
      ['wideRestDb', 'least', 4.13, 4.94, 2, 7.59, 0.45],
    ],
  },
  clipping: {
    bias: -5.81,
    signs: [
      ['levelTops', 'above', 0.00025, 0.0005, 0.42, 0.0006, 0.44],
      ['piledUp', 'above', 0.15, 0.3, 0.3, 0.36, 0.27],
    ],
  },
  room: {
    bias: -3.82,
    signs: [
      ['decay', 'least', 0.48, 0.54, 1.47, 0.86, 0.47],
      ['decay', 'above', -2.53, 0.3, 2, -2.32, 1.88],
      ['aperiodic', 'least', 0.066, 0.067, 0.72, 0.11, 0.13],
      ['wideRestDb', 'least', 4.13, 4.94, 0.26, 7.59, 0.06],
    ],
  },
  lowLevel: {
    bias: -4.7,
    signs: [['speechDb', 'most', 5.1, 5.64, 2, 9.05, 1.32]],
  },
  haste: {
    bias: -4.3,
    signs: [
      ['pace', 'below', -0.13, 0.24, 2, 0.036, 1.42],
      ['pace', 'most', 0.42, 0.47, 0.076, 0.75, 0.05],
      ['usualPace', 'below', -0.024, 0.28, 2, 0.17, 1.3],
    ],
  },
  slowness: {
    bias: -4.77,
    signs: [
      ['pace', 'above', 0.34, 0.18, 2, 0.47, 1.49],
      ['usualPace', 'above', 0.31, 0.29, 0.51, 0.51, 0],
    ],
  },
  longPause: {
    bias: -4.11,
    signs: [['pauseMs', 'above', 723, 765, 2, 1258, 2]],
  },
  foreignSound: {
    bias: -3.79,
    signs: [
      ['loudDb', 'above', -20.1, 24.1, 2, -3.26, 1.21],
      ['lastingDb', 'above', -24.3, 25.1, 2, -6.78, 1.24],
      ['voiced', 'above', 2, 4, 1.01, 4.8, 1.15],
    ],
  },
  click: {
    bias: -5.29,
    signs: [
      ['click', 'above', 8.29, 7.4, 1.62, 13.5, 1.16],
      ['secondClick', 'above', 6.43, 5.89, 0.93, 10.6, 0.44],
      ['thirdClick', 'above', 4.56, 3.12, 0.7, 6.74, 0.55],
      ['click', 'least', 5.56, 7.25, 0.42, 10.6, 1.06],
      ['secondClick', 'least', 3.99, 5.17, 0, 7.61, 0.37],
    ],
  },
  bang: {
    bias: -4.66,
    signs: [
      ['highestDb', 'above', -4.18, 6.45, 2, 0.33, 1.3],
      ['highestDb', 'least', 13, 14.3, 0.51, 23, 0.095],
      ['hissiestDb', 'above', 0.63, 4.51, 1.87, 3.79, 0.64],
      ['hissiestDb', 'least', 10, 7.09, 0.054, 15, 0.11],
      ['fullDb', 'least', 7.06, 6.59, 0.39, 11.7, 0.13],
    ],
  },
  secondVoice: {
    bias: -5.25,
    signs: [
      ['overlap', 'above', 0.014, 0.029, 1.29, 0.034, 0.85],
      ['overlap', 'least', 0.014, 0.029, 1.05, 0.034, 0.85],
      ['aperiodic', 'least', 0.066, 0.067, 0.73, 0.11, 0.35],
      ['pitchLeaps', 'least', 0.011, 0.021, 0.31, 0.025, 0.028],
      ['pitchLeaps', 'above', 0.013, 0.022, 0.24, 0.028, 0.017],
    ],
  },
  otherWords: {
    bias: -3.54,
    signs: [
      ['doubt', 'least', 1, 2, 2, 2.4, 0.71],
      ['doubt', 'above', -2.5, 2, 2, -1.1, 0.71],
      ['leastSure', 'above', 0.53, 0.71, 1.34, 1.02, 0],
      ['unsure', 'above', 0.11, 0.15, 0.3, 0.22, 0],
      ['unsure', 'least', 0.083, 0.14, 0.18, 0.18, 0],
    ],
  },
};
