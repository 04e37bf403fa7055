import type { Page } from './router.ts';

/** What the pages are called, in the navigation and in their titles. */
export const NAMES: Readonly<Record<Page, string>> = {
  speak: 'Speak',
  voices: 'Voices',
  agents: 'Agents',
  pronounce: 'Pronounce',
  usage: 'Usage',
};
