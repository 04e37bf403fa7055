import { describeHeardWords } from '../../cloning/index.ts';
import { type Engine, EngineError } from '../../engine/index.ts';
import type { FileTranscriber } from '../../recordings/index.ts';
import type { Log } from '../observability/log.ts';
import type { RestoreJobRecord } from '../storage/restore-jobs.ts';

/** Upper bound of speaking rates. It also bounds the comparison, which runs on the main thread. */
const MAX_CHARACTERS_PER_SECOND = 25;

export interface TranscriptCheckDeps {
  readonly engine: Pick<Engine, 'checkTranscription'>;
  readonly transcriber: Pick<FileTranscriber, 'transcribe'>;
  readonly log: Log;
}

/** Compares the transcript that was sent with a recording to the recognised text of the restored recording. */
export class TranscriptCheck {
  readonly #deps: TranscriptCheckDeps;

  constructor(deps: TranscriptCheckDeps) {
    this.#deps = deps;
  }

  /**
   * @param wav the restored recording
   * @returns the result of the comparison, or why there is none: the recording is restored in any case
   * @throws the signal's reason
   */
  async report(
    wav: Uint8Array,
    durationMs: number,
    { id, transcript, language }: Pick<RestoreJobRecord, 'id' | 'language'> & { readonly transcript: string },
    signal: AbortSignal,
  ): Promise<string> {
    if (transcript.length > (MAX_CHARACTERS_PER_SECOND * durationMs) / 1000) {
      return 'its transcript takes longer to say than the recording lasts';
    }
    const { engine, transcriber } = this.#deps;
    try {
      engine.checkTranscription(language);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return `its transcript was ignored: ${error.message}`;
    }
    try {
      const { words } = await transcriber.transcribe({ audio: wav, lang: language, timed: true }, { signal });
      return `words of its transcript that are heard: ${describeHeardWords(transcript, words)}`;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failed = 'its transcript could not be compared with it';
      if (error instanceof EngineError) return `${failed}: ${error.message}`;
      this.#deps.log.error({ err: error, job: id }, 'a transcript could not be compared');
      return failed;
    }
  }
}
