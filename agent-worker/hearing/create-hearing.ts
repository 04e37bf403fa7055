import type { Recogniser } from '../../engine/index.ts';
import { LiveConditioner } from '../../media/conditioning.ts';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import { EchoGuard } from './echo/echo-guard.ts';
import { END_OF_SPEECH_MS, type Endpointing } from './endpointing/endpointing.ts';
import type { LanguageFollowing } from './recognition/caller-language.ts';
import type { CallerVocabulary } from './recognition/caller-vocabulary.ts';
import { SpeculativeStt } from './recognition/speculative-stt.ts';
import type { Hearing, HearingObserver, SpeechScreen } from './types.ts';
import { AudioIntake } from './vad/audio-intake.ts';
import { IntakeVad } from './vad/intake-vad.ts';

export interface HearingOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  /** Other languages that the caller may speak. Default: none. */
  readonly following?: LanguageFollowing | null;
  readonly endpointing: Endpointing;
  readonly observer: HearingObserver;
  /** The door does not cancel the echo of the agent in the caller's audio. */
  readonly echo: boolean;
  /** Names that the caller may say. */
  readonly vocabulary: Pick<CallerVocabulary, 'names'>;
  /** Default: the session receives all words. */
  readonly screen?: SpeechScreen | null;
}

/** Creates the hearing of one conversation. Calling `prepareHearing()` beforehand avoids waiting for the models. */
export function createHearing(options: HearingOptions): Hearing {
  const { recogniser, lang, following = null, endpointing, observer, vocabulary, screen = null } = options;
  const guard = options.echo ? new EchoGuard() : null;
  const conditioner = new LiveConditioner(CALLER_SAMPLE_RATE);
  const intake = new AudioIntake({
    minSilenceMs: END_OF_SPEECH_MS,
    // Raises the level after the echo guard: the agent's echo says nothing about how loudly the caller speaks.
    filter: (window, atMs) => conditioner.raise(guard?.filter(window, atMs) ?? window),
    onFault: () => observer.failed('the voice activity model failed'),
  });
  const recognition = new SpeculativeStt({
    intake,
    recogniser,
    lang,
    following,
    endpointing,
    observer,
    names: () => vocabulary.names,
    screen,
  });
  return {
    vad: new IntakeVad(intake, recognition),
    stt: recognition,
    get continuesTurn() {
      return recognition.continuesTurn;
    },
    get isTurnCertain() {
      return recognition.isTurnCertain;
    },
    callerSays: (samples) => intake.push(conditioner.withoutRumble(samples)),
    agentSpeaks(speaking, leftMs) {
      recognition.agentSpeaks(speaking, leftMs);
      if (!speaking) guard?.stops(Date.now());
    },
    agentSaid: (text) => recognition.agentSaid(text),
    expect: (form) => recognition.expect(form),
    agentPlays: (samples, atMs) => guard?.plays(samples, atMs),
    close() {
      void recognition.close();
      intake.close();
    },
  };
}
