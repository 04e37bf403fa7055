import type { SpeechKey, TextSink, ToolCall } from '../conversation/direction.ts';
import { newId } from './ids.ts';
import type { Items, ServerEvent } from './items.ts';

/** How long to wait for an announced call, which never comes if its arguments cannot be parsed. */
const MISSING_CALL_MS = 500;

/** An utterance of the agent, in the order of the audio. */
interface Utterance {
  readonly speech: SpeechKey;
  /** Text that has not been sent to the client. */
  unsent: string;
  text: string;
  hasEnded: boolean;
}

interface OpenMessage {
  readonly id: string;
  readonly outputIndex: number;
  readonly utterance: Utterance | null;
  hasAudio: boolean;
}

interface OpenResponse {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly output: object[];
  /** The text that the model has written for it; null until it is known. */
  speech: SpeechKey | null;
  /** The calls in it. */
  calls: number;
}

export type ResponseMetadata = OpenResponse['metadata'];
type Status = 'completed' | 'cancelled';
type CancelReason = 'turn_detected' | 'client_cancelled';

/**
 * Translates the agent's utterances and calls into the events of OpenAI's realtime responses: a response holds a
 * message for each utterance and an item for each call of a client's tool. It ends with the agent's speech, or when
 * calls wait for their outputs.
 */
export class ResponseStream {
  readonly #send: (event: ServerEvent) => void;
  readonly #sendAudio: (event: ServerEvent) => void;
  readonly #items: Items;
  #response: OpenResponse | null = null;
  #message: OpenMessage | null = null;
  #queue: Utterance[] = [];
  /** Number of calls that belong to the response; null until it is known. */
  #announced: number | null = null;
  #missingCall: NodeJS.Timeout | null = null;

  /** @param sendAudio may skip an event if the client is too slow */
  constructor(send: (event: ServerEvent) => void, sendAudio: (event: ServerEvent) => void, items: Items) {
    this.#send = send;
    this.#sendAudio = sendAudio;
    this.#items = items;
  }

  get isActive(): boolean {
    return this.#response !== null;
  }

  /** A new answer begins. The previous utterances are over. */
  begin(metadata: ResponseMetadata = null): void {
    this.finish('cancelled', 'turn_detected');
    this.#open(metadata);
  }

  /** The agent begins an utterance. */
  utterance(speech: SpeechKey): TextSink {
    const utterance: Utterance = { speech, unsent: '', text: '', hasEnded: false };
    this.#queue.push(utterance);
    return {
      add: (text) => {
        utterance.unsent += text;
        this.#tell();
      },
      withdraw: () => {
        // Text that was sent to the client cannot be withdrawn.
        utterance.unsent = '';
      },
      end: () => {
        utterance.hasEnded = true;
        this.#tell();
      },
    };
  }

  /** @param bytes of speech, encoded for the client */
  play(bytes: Buffer): void {
    this.#tell();
    const message = this.#message ?? this.#openMessage(this.#queue[0] ?? null);
    message.hasAudio = true;
    this.#sendAudio({
      type: 'response.output_audio.delta',
      ...this.#place(message),
      delta: bytes.toString('base64'),
    });
  }

  /** The audio of an utterance is complete. */
  flush(): void {
    this.#closeMessage('completed');
    this.#finishIfCalled();
    this.#tell();
  }

  /** The next calls of the client's tools belong to one response. */
  callsAnnounced(count: number): void {
    this.#announced = count;
    this.#finishIfCalled();
  }

  /** The model calls one of the client's tools. */
  call({ id: callId, name, arguments: args }: ToolCall): void {
    const response = this.#response ?? this.#open(null);
    response.calls++;
    const id = newId('item');
    const item = { id, object: 'realtime.item', type: 'function_call', name, call_id: callId };
    const place = { response_id: response.id, item_id: id, output_index: response.output.length };
    const begun = { ...item, status: 'in_progress', arguments: '' };
    const done = { ...item, status: 'completed', arguments: args };
    response.output.push(done);
    const outputIndex = place.output_index;
    this.#send({
      type: 'response.output_item.added',
      response_id: response.id,
      output_index: outputIndex,
      item: begun,
    });
    this.#items.add(begun);
    const call = { ...place, call_id: callId };
    this.#send({ type: 'response.function_call_arguments.delta', ...call, delta: args });
    this.#send({ type: 'response.function_call_arguments.done', ...call, name, arguments: args });
    this.#send({
      type: 'response.output_item.done',
      response_id: response.id,
      output_index: outputIndex,
      item: done,
    });
    this.#items.done(done);
    this.#finishIfCalled();
  }

  /** A speech is over. */
  spoken(speech: SpeechKey, interrupted: boolean): void {
    this.#queue = this.#queue.filter((utterance) => utterance.speech !== speech);
    const current = this.#response?.speech;
    // A reply without words cannot be identified by its text.
    const isItsOwn = current === speech || (current === null && speech.isReply && !interrupted);
    if (isItsOwn) this.finish(interrupted ? 'cancelled' : 'completed', 'turn_detected');
  }

  /** Ends the response, if there is one. */
  finish(status: Status, reason: CancelReason): void {
    if (this.#missingCall) clearTimeout(this.#missingCall);
    this.#missingCall = null;
    const response = this.#response;
    if (!response) return;
    this.#closeMessage(status);
    this.#response = null;
    this.#announced = null;
    if (status === 'cancelled') this.#queue = [];
    const details = status === 'completed' ? {} : { status_details: { type: 'cancelled', reason } };
    this.#send({ type: 'response.done', response: { ...describe(response, status), ...details } });
  }

  #open(metadata: ResponseMetadata, speech: SpeechKey | null = null): OpenResponse {
    const response = { id: newId('resp'), metadata, output: [], speech, calls: 0 };
    this.#response = response;
    this.#send({ type: 'response.created', response: describe(response, 'in_progress') });
    return response;
  }

  /** A response ends with its calls, after the utterances beside them. */
  #finishIfCalled(): void {
    const calls = this.#response?.calls ?? 0;
    if (calls === 0 || this.#message) return;
    const finish = () => this.finish('completed', 'turn_detected');
    if (this.#announced !== null && calls >= this.#announced) finish();
    else this.#missingCall ??= setTimeout(finish, MISSING_CALL_MS);
  }

  /** Sends the text of the open message, or opens the next message. */
  #tell(): void {
    if (!this.#message) {
      while (this.#queue[0]?.hasEnded && this.#queue[0].unsent.trim() === '') this.#queue.shift();
      const next = this.#queue[0];
      if (!next || next.unsent.trim() === '') return;
      this.#openMessage(next);
    }
    const message = this.#message;
    const utterance = message?.utterance;
    if (!message || !utterance || utterance.unsent === '') return;
    const delta = utterance.unsent;
    utterance.unsent = '';
    utterance.text += delta;
    this.#send({ type: 'response.output_audio_transcript.delta', ...this.#place(message), delta });
  }

  #openMessage(utterance: Utterance | null): OpenMessage {
    const speech = utterance?.speech ?? null;
    const response = this.#response ?? this.#open(null, speech);
    // A phrase that bridges a wait is not an answer.
    if (speech?.isReply) response.speech ??= speech;
    const message = { id: newId('item'), outputIndex: response.output.length, utterance, hasAudio: false };
    this.#message = message;
    this.#queue = this.#queue.filter((each) => each !== utterance);
    const item = messageItem(message.id, 'in_progress', []);
    response.output.push(item);
    this.#send({
      type: 'response.output_item.added',
      response_id: response.id,
      output_index: message.outputIndex,
      item,
    });
    this.#items.add(item);
    const part = { type: 'audio', transcript: '' };
    this.#send({ type: 'response.content_part.added', ...this.#place(message), part });
    return message;
  }

  #closeMessage(status: Status): void {
    const message = this.#message;
    const response = this.#response;
    if (!message || !response) return;
    this.#tell();
    this.#message = null;
    const place = this.#place(message);
    const transcript = message.utterance?.text.trim() ?? '';
    if (message.hasAudio) this.#send({ type: 'response.output_audio.done', ...place });
    this.#send({ type: 'response.output_audio_transcript.done', ...place, transcript });
    const part = { type: 'audio', transcript };
    this.#send({ type: 'response.content_part.done', ...place, part });
    const item = messageItem(message.id, status === 'completed' ? 'completed' : 'incomplete', [
      { type: 'output_audio', transcript },
    ]);
    response.output[message.outputIndex] = item;
    this.#send({
      type: 'response.output_item.done',
      response_id: response.id,
      output_index: message.outputIndex,
      item,
    });
    this.#items.done(item);
  }

  #place({ id, outputIndex }: OpenMessage) {
    return {
      response_id: this.#response?.id,
      item_id: id,
      output_index: outputIndex,
      content_index: 0,
    };
  }
}

function messageItem(id: string, status: string, content: readonly object[]) {
  return { id, object: 'realtime.item', type: 'message', role: 'assistant', status, content };
}

function describe({ id, metadata, output }: OpenResponse, status: string) {
  return {
    id,
    object: 'realtime.response',
    status,
    metadata,
    output: status === 'in_progress' ? [] : output,
    output_modalities: ['audio'],
  };
}
