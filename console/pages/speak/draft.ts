import { batch, effect, signal } from '@preact/signals';
import { sampleFor } from './samples.ts';

/** What is to be spoken, and how. */
export interface Draft {
  readonly text: string;
  readonly langCode: string;
  /** "" for the best one. */
  readonly voiceId: string;
  /** Multiple of the normal speed. */
  readonly speed: number;
}

/** Multiples of the normal speed that the server takes. */
export const SPEEDS = { min: 0.5, max: 2, step: 0.05 } as const;
/** More than the server takes at once. */
const MAX_CHARS = 100_000;
/** The tab's own storage: it survives a reload, and not the tab. */
const STORED = 'parley-draft';
const PAGE = '#/speak';

const FIRST: Draft = { text: sampleFor('en') ?? '', langCode: 'en', voiceId: '', speed: 1 };
const begun = read();

export const text = signal(begun.text);
export const langCode = signal(begun.langCode);
export const chosenVoice = signal(begun.voiceId);
export const speed = signal(begun.speed);

export const draft = (): Draft => ({
  text: text.value,
  langCode: langCode.value,
  voiceId: chosenVoice.value,
  speed: speed.value,
});

export function openDraft(opened: Draft): void {
  batch(() => {
    text.value = opened.text;
    langCode.value = opened.langCode;
    chosenVoice.value = opened.voiceId;
    speed.value = opened.speed;
  });
}

/** Forgets what was written, here and in the tab. */
export function forgetDraft(): void {
  openDraft(FIRST);
}

/** Keeps the draft in the tab from now on. */
export function keepDraft(): void {
  effect(() => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify(draft()));
    } catch {
      // It lasts as long as the page then.
    }
  });
}

/** An address that opens a draft. All of it stands behind `#`, which browsers send to no server. */
export function linkTo({ text, langCode, voiceId, speed }: Draft): string {
  const fields = new URLSearchParams({ text, lang: langCode });
  if (voiceId !== '') fields.set('voice', voiceId);
  if (speed !== 1) fields.set('speed', String(speed));
  return `${location.origin}${location.pathname}${PAGE}?${fields}`;
}

/** Opens the draft that the address carries, if it does, and takes it out of there. */
export function takeDraftFromAddress(): void {
  const opened = draftIn(location.hash);
  if (opened === null) return;
  openDraft(opened);
  history.replaceState(null, '', PAGE);
}

/** The draft of a link; null for an address without one. @param hash with its `#` */
export function draftIn(hash: string): Draft | null {
  if (!hash.startsWith(`${PAGE}?`)) return null;
  const fields = new URLSearchParams(hash.slice(PAGE.length + 1));
  const text = fields.get('text');
  return text === null
    ? null
    : checked({
        text,
        langCode: fields.get('lang') ?? undefined,
        voiceId: fields.get('voice') ?? undefined,
        speed: Number(fields.get('speed') ?? 1),
      });
}

function read(): Draft {
  try {
    return checked(JSON.parse(sessionStorage.getItem(STORED) ?? '{}'));
  } catch {
    return FIRST;
  }
}

/** What of it can be used; the rest as on the first visit. */
function checked({ text, langCode, voiceId, speed }: Partial<Record<keyof Draft, unknown>>): Draft {
  const isSpeed = typeof speed === 'number' && speed >= SPEEDS.min && speed <= SPEEDS.max;
  return {
    text: typeof text === 'string' ? text.slice(0, MAX_CHARS) : FIRST.text,
    langCode: typeof langCode === 'string' && langCode !== '' ? langCode : FIRST.langCode,
    voiceId: typeof voiceId === 'string' ? voiceId : FIRST.voiceId,
    speed: isSpeed ? speed : FIRST.speed,
  };
}
