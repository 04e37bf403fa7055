import { ESPEAK } from './families/espeak/family.ts';
import { HIBARI } from './families/hibari/family.ts';
import { KOKORO } from './families/kokoro/family.ts';
import { POCKET } from './families/pocket/family.ts';
import { VITS } from './families/vits/family.ts';
import type { VoiceFamily } from './family.ts';

/** All families of voices. */
export const FAMILIES: readonly VoiceFamily[] = [VITS, HIBARI, KOKORO, POCKET, ESPEAK];
