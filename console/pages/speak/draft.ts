import { batch, effect, signal } from '@preact/signals';
import { sampleFor } from './samples.ts';

/** The text to be spoken, and its settings. */
export interface Draft {
  readonly text: string;
  readonly langCode: string;
  /** "" for the default voice. */
  readonly voiceId: string;
  /** Multiple of the normal speed. */
  readonly speed: number;
}

/** Multiples of the normal speed that the server accepts. */
export const SPEEDS = { min: 0.5, max: 2, step: 0.05 } as const;
/** Upper bound for a stored text; it exceeds the server's limit. */
const MAX_CHARS = 100_000;
/** Key in the tab's session storage, which survives a reload, but not the tab. */
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

/** Deletes the text, here and in the tab's storage. */
export function forgetDraft(): void {
  openDraft(FIRST);
}

/** Stores the draft in the tab whenever it changes. */
export function keepDraft(): void {
  effect(() => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify(draft()));
    } catch {
      // The draft then lasts as long as the page.
    }
  });
}

/** Returns an address that opens a draft. The draft is behind `#`, which browsers do not send. */
export function linkTo({ text, langCode, voiceId, speed }: Draft): string {
  const fields = new URLSearchParams({ text, lang: langCode });
  if (voiceId !== '') fields.set('voice', voiceId);
  if (speed !== 1) fields.set('speed', String(speed));
  return `${location.origin}${location.pathname}${PAGE}?${fields}`;
}

/** Opens the draft in the address, if there is one, and removes it from the address. */
export function takeDraftFromAddress(): void {
  const opened = draftIn(location.hash);
  if (opened === null) return;
  openDraft(opened);
  history.replaceState(null, '', PAGE);
}

/**
 * Parses the draft of a link; null for an address without one.
 * @param hash with its `#`
 */
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

/** Keeps valid values. Others are replaced by the initial ones. */
function checked({ text, langCode, voiceId, speed }: Partial<Record<keyof Draft, unknown>>): Draft {
  const isSpeed = typeof speed === 'number' && speed >= SPEEDS.min && speed <= SPEEDS.max;
  return {
    text: typeof text === 'string' ? text.slice(0, MAX_CHARS) : FIRST.text,
    langCode: typeof langCode === 'string' && langCode !== '' ? langCode : FIRST.langCode,
    voiceId: typeof voiceId === 'string' ? voiceId : FIRST.voiceId,
    speed: isSpeed ? speed : FIRST.speed,
  };
}
