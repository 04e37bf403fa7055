import { createLiveDecoder } from '../../media/live/create-live-decoder.ts';
import type { LiveDecoder } from '../../media/live/live-decoder.ts';
import type { DirectedConversation, Direction, ToolCall } from '../conversation/direction.ts';
import type { ConversationSettings, EndReason } from '../conversation/types.ts';
import type { AgentMessage, Door } from '../door.ts';
import { AudioPackets } from '../sockets/audio-packets.ts';
import { ConversationLink } from '../sockets/conversation-link.ts';
import { TYPED_TURNS } from '../sockets/limits.ts';
import type { SocketSessionOptions } from '../sockets/socket-session.ts';
import { TokenBucket } from '../sockets/token-bucket.ts';
import { ClientCalls } from './client-calls.ts';
import {
  type ClientEvent,
  CONVERSATION_EVENTS,
  type CreatedItem,
  type ResponseOptions,
} from './client-events.ts';
import { newId } from './ids.ts';
import { type Item, Items, type ServerEvent } from './items.ts';
import { RealtimeDoor } from './realtime-door.ts';
import { RealtimeError } from './realtime-error.ts';
import { ResponseStream } from './response-stream.ts';
import {
  DEFAULT_CONFIG,
  describeSession,
  expectedNames,
  liveFormat,
  offeredTools,
  type RealtimeConfig,
  type SessionChanges,
  settledField,
  withChanges,
} from './session-config.ts';
import { SpeechItem } from './speech-item.ts';

export interface RealtimeSessionOptions extends SocketSessionOptions {
  /** The name of the model as the client gave it. */
  readonly model: string;
  /**
   * The settings of the conversation for the client's requests.
   * @throws RealtimeError
   */
  readonly plan: (config: RealtimeConfig) => Promise<ConversationSettings>;
  readonly open: (
    settings: ConversationSettings,
    door: Door,
    direction: Direction,
  ) => Promise<DirectedConversation>;
}

/** Limit of items: they may be a whole history, and each is part of every request to the model. */
const CREATED_ITEMS = { capacity: 500, perSecond: 2 };

/**
 * One client on an upgraded `GET /v1/realtime`, in the protocol of OpenAI's realtime API with turns detected by the
 * server. The conversation begins with the first event that needs it, so that `session.update` can come before.
 */
export class RealtimeSession extends RealtimeDoor<ClientEvent> {
  /** Clients play what they receive at once: a small lead hides network jitter. */
  override readonly leadMs = 120;
  readonly #options: RealtimeSessionOptions;
  readonly #items: Items;
  readonly #responses: ResponseStream;
  readonly #calls = new ClientCalls();
  /** Items that the client has created. */
  readonly #created = new Set<string>();
  readonly #creations = new TokenBucket(CREATED_ITEMS);
  readonly #replies = new TokenBucket(TYPED_TURNS);
  #config = DEFAULT_CONFIG;
  #settings: ConversationSettings | null = null;
  #link: ConversationLink<DirectedConversation> | null = null;
  #decoder: LiveDecoder | null = null;
  #speech: AudioPackets | null = null;
  /** The caller's current speech: an item that is added when the turn is over. */
  #callerSpeech: SpeechItem | null = null;

  constructor(options: RealtimeSessionOptions) {
    super(options, CONVERSATION_EVENTS);
    this.#options = options;
    const send = (event: ServerEvent) => this.send(event);
    this.#items = new Items(send);
    const sendAudio = (event: ServerEvent) =>
      void this.sender.sendAudio({ event_id: newId('event'), ...event });
    this.#responses = new ResponseStream(send, sendAudio, this.#items);
  }

  override play(frame: Int16Array): void {
    this.#speech?.play(frame);
  }

  /** The caller hears all sent audio, since it is shorter than `leadMs`. */
  override drop(): void {
    this.#speech?.discard();
  }

  override flush(): void {
    this.#speech?.flush();
    this.#responses.flush();
  }

  override message(message: AgentMessage): void {
    if (message.type === 'user_transcript') this.#userTurn(message.text, message.confidence ?? null);
  }

  protected override async do(event: ClientEvent): Promise<void> {
    switch (event.type) {
      case 'session.update':
        return this.#update(event.session);
      case 'input_audio_buffer.append':
        return this.#sound(event.audio);
      case 'input_audio_buffer.clear':
        (await this.#conversation())?.clearInput();
        this.#callerSpeech = null;
        this.send({ type: 'input_audio_buffer.cleared' });
        return;
      case 'conversation.item.create':
        return this.#create(event.item, event.previous_item_id ?? null);
      case 'conversation.item.truncate': {
        // The history holds the words that the caller has heard by now.
        const { item_id, content_index, audio_end_ms } = event;
        this.send({ type: 'conversation.item.truncated', item_id, content_index, audio_end_ms });
        return;
      }
      case 'response.create':
        return this.#respond(event.response ?? {});
      case 'conversation.item.retrieve':
        this.send({ type: 'conversation.item.retrieved', item: this.#item(event.item_id) });
        return;
      case 'conversation.item.delete':
        return this.#delete(event.item_id);
      case 'output_audio_buffer.clear':
        if (this.#responses.isActive) await this.#cancel();
        this.send({ type: 'output_audio_buffer.cleared' });
        return;
      case 'response.cancel':
        if (!this.#responses.isActive) throw new RealtimeError(null, null, 'response_cancel_not_active');
        return this.#cancel();
    }
  }

  async #cancel(): Promise<void> {
    (await this.#conversation())?.interrupt();
    this.#responses.finish('cancelled', 'client_cancelled');
  }

  async #update(changes: SessionChanges): Promise<void> {
    this.countUpdate();
    const config = withChanges(this.#config, changes);
    const settled = this.#link && settledField(this.#config, config);
    if (settled) throw new RealtimeError(settled, null, 'realtime_field_settled', { name: settled });
    if (this.#link) {
      const conversation = await this.#link.opened();
      if (typeof changes.instructions === 'string') conversation?.instruct(changes.instructions);
      conversation?.expect(expectedNames(config), config.expects);
      if (changes.tools || changes.tool_choice) conversation?.offer(offeredTools(config));
    } else {
      this.#settings = await this.#options.plan(config);
    }
    this.#config = config;
    this.send({ type: 'session.updated', session: this.describe() });
  }

  /** Begins the conversation if it has not begun. Null when it is over. */
  async #conversation(): Promise<DirectedConversation | null> {
    if (!this.#link) {
      const settings = this.#settings ?? (await this.#options.plan(this.#config));
      const { input, output } = this.#config;
      const encoded = liveFormat(output);
      this.#decoder = createLiveDecoder({ ...liveFormat(input), sniff: false });
      this.#speech = new AudioPackets(encoded, (bytes) => this.#responses.play(bytes));
      this.#link = new ConversationLink(() => this.#options.open(settings, this, this.#direction()), {
        ended: (reason) => this.ended(reason),
        failed: (error) => this.openFailed(error),
      });
    }
    return this.#link.opened();
  }

  /** The next agent of a call gets the current values, too. */
  #direction(): Direction {
    const config = () => this.#config;
    return {
      get tools() {
        return offeredTools(config());
      },
      get names() {
        return expectedNames(config());
      },
      get expects() {
        return config().expects;
      },
      observer: {
        speechStarted: (atMs) => this.#speechStarted(atMs),
        partial: (stable) => this.#callerSpeech?.heard(stable),
        speechDismissed: () => this.#speechStopped(),
        utterance: (speech) => this.#responses.utterance(speech),
        spoken: (speech, interrupted) => this.#responses.spoken(speech, interrupted),
        callsAnnounced: (count) => this.#responses.callsAnnounced(count),
        callTool: (call, signal) => this.#callTool(call, signal),
      },
    };
  }

  async #sound(bytes: Uint8Array): Promise<void> {
    const conversation = await this.#conversation();
    const decoder = this.#decoder;
    if (!conversation || !decoder) return;
    const samples = this.decoded(bytes, decoder);
    if (samples.length > 0) conversation.pushAudio(samples);
  }

  async #create(created: CreatedItem, previousId: string | null): Promise<void> {
    if (previousId !== null && previousId !== (this.#items.last ?? 'root')) {
      throw new RealtimeError('previous_item_id', null, 'realtime_item_misplaced');
    }
    this.#count(this.#creations);
    const conversation = await this.#conversation();
    const id = created.id ?? newId('item');
    if (created.type === 'message') {
      conversation?.remember(created.role, created.content.map(({ text }) => text).join('\n'), id);
    } else if (created.type === 'function_call') {
      this.#calls.heldElsewhere(created.call_id, `${created.name}(${created.arguments})`);
    } else {
      const held = this.#calls.endElsewhere(created.call_id);
      if (held !== undefined) conversation?.remember('system', `${held} returned: ${created.output}`, id);
      else if (!this.#calls.answer(created.call_id, created.output)) {
        throw new RealtimeError('item.call_id', null, 'realtime_call_unknown');
      }
    }
    const item = { ...created, id, object: 'realtime.item', status: 'completed' };
    this.#created.add(id);
    this.#items.add(item);
    this.#items.done(item);
  }

  /** @throws RealtimeError when the item is unknown */
  #item(id: string): Item {
    const item = this.#items.find(id);
    if (!item) throw new RealtimeError('item_id', null, 'realtime_item_unknown');
    return item;
  }

  /** The history keeps the part of a speech that was heard. */
  async #delete(id: string): Promise<void> {
    const item = this.#item(id);
    const isUnheard = item.role === 'assistant' && item.status === 'incomplete';
    if (!this.#created.has(id) && !isUnheard) throw new RealtimeError('item_id', null, 'realtime_item_kept');
    if (this.#created.delete(id)) (await this.#conversation())?.forget(id);
    this.#items.delete(id);
  }

  async #respond({ instructions, metadata, audio, tools, tool_choice }: ResponseOptions): Promise<void> {
    const settled = settledField(this.#config, withChanges(this.#config, { audio }));
    if (settled) {
      const name = settled.replace('session', 'response');
      throw new RealtimeError(name, null, 'realtime_field_settled', { name });
    }
    const conversation = await this.#conversation();
    if (this.#calls.hasOutputs) {
      this.#responses.finish('completed', 'turn_detected');
      this.#responses.begin(metadata ?? null);
      this.#calls.release();
      return;
    }
    if (this.#responses.isActive) {
      throw new RealtimeError(null, null, 'conversation_already_has_active_response');
    }
    this.#count(this.#replies);
    this.#responses.begin(metadata ?? null);
    conversation?.reply(instructions ?? null, tools ? 'none' : (tool_choice ?? undefined));
  }

  #callTool(call: ToolCall, signal: AbortSignal): Promise<string> {
    const output = this.#calls.output(call.id, signal);
    this.#responses.call(call);
    return output;
  }

  #speechStarted(atMs: number): SpeechItem {
    if (this.#callerSpeech) return this.#callerSpeech;
    const beganMs = Math.max(0, this.heardMs - (Date.now() - atMs));
    this.#callerSpeech = new SpeechItem((event) => this.send(event), this.#items, beganMs);
    this.#callerSpeech.started();
    return this.#callerSpeech;
  }

  #speechStopped(): void {
    this.#callerSpeech?.stopped(this.heardMs);
    this.#callerSpeech = null;
  }

  #userTurn(transcript: string, confidence: number | null): void {
    const speech = this.#speechStarted(Date.now());
    this.#speechStopped();
    speech.committed();
    speech.completed(transcript, confidence, this.heardMs);
    this.#responses.begin();
  }

  protected override describe() {
    return describeSession(this.id, this.#options.model, this.#config);
  }

  #count(bucket: TokenBucket): void {
    if (bucket.take()) return;
    throw new RealtimeError(null, null, 'realtime_items_too_fast');
  }

  protected override ended(reason: EndReason): void {
    this.#responses.finish('cancelled', 'turn_detected');
    super.ended(reason);
  }

  protected override async hangUp(reason: EndReason): Promise<void> {
    await this.#link?.close(reason);
  }
}
