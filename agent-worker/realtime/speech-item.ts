import { AddedWords } from '../hearing/recognition/partial-words.ts';
import { newId } from './ids.ts';
import type { Items, ServerEvent } from './items.ts';

/** Replaces zero, which has no logarithm. */
const LEAST_CONFIDENCE = 0.001;

/** An utterance as one item: reports it to the client from its first sound to its transcript. */
export class SpeechItem {
  readonly #send: (event: ServerEvent) => void;
  readonly #items: Items;
  readonly #id = newId('item');
  readonly #beganMs: number;
  readonly #words = new AddedWords();
  #isSounding = false;

  /** @param beganMs position in the audio */
  constructor(send: (event: ServerEvent) => void, items: Items, beganMs: number) {
    this.#send = send;
    this.#items = items;
    this.#beganMs = beganMs;
  }

  started(): void {
    this.#isSounding = true;
    const audio_start_ms = Math.round(this.#beganMs);
    this.#send({ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id: this.#id });
  }

  /** Reports the end if the start was reported. @param endMs position in the audio */
  stopped(endMs: number): void {
    if (!this.#isSounding) return;
    this.#isSounding = false;
    const audio_end_ms = Math.round(endMs);
    this.#send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id: this.#id });
  }

  /** Clients join the deltas, so only final words are sent. */
  heard(text: string): void {
    const delta = this.#words.next(text);
    if (delta === '') return;
    this.#send({
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: this.#id,
      content_index: 0,
      delta,
    });
  }

  committed(): void {
    const previous_item_id = this.#items.last;
    this.#send({ type: 'input_audio_buffer.committed', previous_item_id, item_id: this.#id });
    this.#items.add(this.#item(null));
  }

  /**
   * @param confidence of the recogniser, 0 to 1; null if it reports none
   * @param endMs position in the audio
   */
  completed(transcript: string, confidence: number | null, endMs: number): void {
    this.heard(transcript);
    this.#send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: this.#id,
      content_index: 0,
      transcript,
      ...(transcript !== '' && confidence !== null && { logprobs: logProbabilities(transcript, confidence) }),
      usage: { type: 'duration', seconds: Math.max(0, endMs - this.#beganMs) / 1000 },
    });
    this.#items.done(this.#item(transcript));
  }

  /** @param heard the recognised part of the utterance */
  failed(heard: string, message: string): void {
    this.heard(heard);
    this.#send({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: this.#id,
      content_index: 0,
      error: { type: 'transcription_error', code: 'transcription_failed', message, param: null },
    });
    this.#items.done(this.#item(null));
  }

  #item(transcript: string | null) {
    return {
      id: this.#id,
      object: 'realtime.item',
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_audio', transcript }],
    };
  }
}

/**
 * Clients take the mean over the tokens as the confidence. Parley's confidence covers the whole transcript, which is
 * therefore one token.
 */
function logProbabilities(transcript: string, confidence: number) {
  const logprob = Math.log(Math.max(confidence, LEAST_CONFIDENCE));
  return [{ token: transcript, bytes: [...Buffer.from(transcript)], logprob }];
}
