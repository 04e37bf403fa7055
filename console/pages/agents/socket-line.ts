import { levelOf } from '../../audio/level.ts';
import { Meter } from '../../audio/meter.ts';
import { Microphone } from '../../audio/microphone.ts';
import { decodePcm16, encodePcm16 } from '../../audio/pcm.ts';
import { Player, speakers } from '../../audio/player.ts';
import { t } from '../../i18n/i18n.ts';
import { type AgentMessage, readAgent } from '../../wire/agents.ts';
import { jwt, messageOf } from '../../wire/http.ts';
import { SPEECH_RATE } from '../../wire/speak.ts';
import type { Line, LineEvents, LineOptions } from './line.ts';

/** Rate of the caller's audio in Hz, which is that of recognisers. */
const CALLER_SAMPLE_RATE = 16_000;
/** The close code of a conversation that ended normally (RFC 6455, section 7.4.1). */
const NORMAL = 1000;

interface Frame {
  readonly data?: AgentMessage;
  readonly errors?: readonly string[];
}

/** A conversation over the WebSocket `GET /agents`, with uncompressed samples in both directions. */
export class SocketLine implements Line {
  readonly #events: LineEvents;
  readonly #microphone: Microphone | null;
  readonly #socket: WebSocket;
  readonly #meter: Meter;
  #player: Player;
  #isMuted = false;
  #isOpen = false;
  #isClosed = false;

  /**
   * Call it in a handler of a click or a key.
   * @throws WireError when there is no such agent, or it cannot be reached
   */
  static async open(options: LineOptions): Promise<SocketLine> {
    // Browsers allow sound only after a user action, so this must be called before anything is awaited.
    speakers();
    const { agentId, events } = options;
    let line: SocketLine | null = null;
    const token = await jwt();
    const microphone = options.microphone
      ? await microphoneFor(events, (samples) => line?.hear(samples))
      : null;
    const query = new URLSearchParams({
      agent_id: agentId,
      jwt_token: token,
      mode: options.microphone ? 'asr-llm-tts' : 'llm-tts',
      audio_field: 'audio',
      turn_details: 'true',
      partial_transcripts: 'true',
      incoming_sampling_rate: String(microphone?.rateHz ?? CALLER_SAMPLE_RATE),
      return_sampling_rate: String(SPEECH_RATE),
    });
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/agents?${query}`);
    line = new SocketLine(socket, microphone, agentId, events);
    return line;
  }

  private constructor(socket: WebSocket, microphone: Microphone | null, agentId: string, events: LineEvents) {
    this.#socket = socket;
    this.#microphone = microphone;
    this.#events = events;
    const context = speakers();
    this.#meter = new Meter(context, (db) => events.agentLevel(db));
    this.#meter.node.connect(context.destination);
    this.#player = this.#newPlayer();
    socket.onopen = () => {
      this.#isOpen = true;
      events.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data) as Frame);
    socket.onclose = ({ code, reason }) => {
      if (this.#isClosed) return;
      const wasOpen = this.#isOpen;
      this.close();
      const said = reason
        ? `${reason}.`
        : t('The connection was lost (code {code}).', { code: String(code) });
      if (wasOpen) events.closed({ text: said, isFault: code !== NORMAL });
      else void whyRefused(agentId).then((why) => events.closed({ text: why, isFault: true }));
    };
  }

  get isPlaying(): boolean {
    return this.#player.isPlaying;
  }

  type(text: string): void {
    this.#send(JSON.stringify({ text }));
  }

  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#microphone?.close();
    this.#player.stop();
    this.#meter.close();
    this.#socket.close(NORMAL);
  }

  hear(samples: Float32Array<ArrayBuffer>): void {
    if (this.#isClosed) return;
    // Pauses end turns, so silence is sent, too.
    if (this.#isMuted) samples.fill(0);
    this.#events.callerLevel(levelOf(samples));
    this.#send(encodePcm16(samples));
  }

  #send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  #receive({ data, errors }: Frame): void {
    if (errors) this.#events.refused(errors.join('. '));
    if (!data || data.type === 'error') return;
    if (data.type === 'audio_response' && data.audio) this.#player.push(decodePcm16(data.audio));
    // Handled first, because it matters whether sound was still to be played.
    this.#events.message(data);
    if (data.type !== 'stop_audio_response') return;
    this.#player.stop();
    this.#player = this.#newPlayer();
  }

  #newPlayer(): Player {
    return new Player(0, speakers(), this.#meter.node);
  }
}

/** Returns null without a microphone: typed turns are still answered. */
async function microphoneFor(
  events: LineEvents,
  onSamples: (samples: Float32Array<ArrayBuffer>) => void,
): Promise<Microphone | null> {
  try {
    return await Microphone.open({ rateHz: CALLER_SAMPLE_RATE, isProcessed: true, onSamples });
  } catch (error) {
    events.deaf(messageOf(error));
    return null;
  }
}

/** Browsers do not reveal the response when a WebSocket is refused, so this sends an ordinary request. */
async function whyRefused(agentId: string): Promise<string> {
  try {
    await readAgent(agentId);
  } catch (error) {
    return messageOf(error);
  }
  return t(
    'The server refused the conversation. Either it cannot recognise speech in this language (typing still works), or all of its sessions are in use; its log says which.',
  );
}
