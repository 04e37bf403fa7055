import { type RemoteTrack, Room, RoomEvent, Track } from 'livekit-client';
import { QUIET_DB } from '../../audio/level.ts';
import { Meter } from '../../audio/meter.ts';
import { permitted } from '../../audio/microphone.ts';
import { speakers } from '../../audio/player.ts';
import { type Message, t } from '../../i18n/i18n.ts';
import { type AgentMessage, roomToken } from '../../wire/agents.ts';
import { jwt, messageOf } from '../../wire/http.ts';
import { endingOf } from './conversation-facts.ts';
import type { Line, LineEvents, LineOptions } from './line.ts';

/** Topic of the agent's messages. */
const AGENT_TOPIC = 'agent';
/** Topic of typed turns. */
const CHAT_TOPIC = 'lk.chat';
/** Attribute of the agent's participant. */
const END_REASON = 'parley.end_reason';
/** Time limit for the agent to join, in ms. */
const COMING_MS = 20_000;
const NOBODY: Message =
  'The agent did not join. Is the server registered with LiveKit, and does it have a free session?';
/** Level above which sound is audible, in dBFS. */
const AUDIBLE_DB = -50;

/** A conversation in a room of the LiveKit server, with audio over WebRTC. */
export class RoomLine implements Line {
  readonly #room = new Room({ disconnectOnPageLeave: true });
  readonly #events: LineEvents;
  readonly #meters: Meter[] = [];
  readonly #sounds = new Set<HTMLMediaElement>();
  #microphone: MediaStream | null = null;
  #agentDb = QUIET_DB;
  #coming: number | undefined;
  /** Sent by the agent before it leaves. */
  #endReason: string | undefined;
  #isThere = false;
  #isClosed = false;

  /**
   * Call it in a handler of a click or a key.
   * @throws WireError when there is no token; Error when the room cannot be entered
   */
  static async open(options: LineOptions): Promise<RoomLine> {
    speakers();
    const line = new RoomLine(options.events);
    try {
      await line.#enter(options);
      return line;
    } catch (error) {
      line.close();
      throw error;
    }
  }

  private constructor(events: LineEvents) {
    this.#events = events;
    this.#room.registerTextStreamHandler(AGENT_TOPIC, (reader) => {
      void reader.readAll().then((text) => this.#told(text));
    });
    this.#room
      .on(RoomEvent.TrackSubscribed, (track) => this.#agentSounds(track))
      .on(RoomEvent.ParticipantAttributesChanged, (_changed, { isAgent, attributes }) => {
        if (isAgent) this.#endReason = attributes[END_REASON];
      })
      .on(RoomEvent.ParticipantDisconnected, ({ isAgent }) => {
        if (isAgent) this.#over(t('The agent has left the room.'));
      })
      .on(RoomEvent.Disconnected, () =>
        this.#over(t('The room was closed, or the connection to it was lost.')),
      );
  }

  get isPlaying(): boolean {
    return this.#agentDb > AUDIBLE_DB;
  }

  type(text: string): void {
    this.#room.localParticipant
      .sendText(text, { topic: CHAT_TOPIC })
      .catch((error: unknown) => this.#events.refused(messageOf(error)));
  }

  mute(isMuted: boolean): void {
    for (const track of this.#microphone?.getTracks() ?? []) track.enabled = !isMuted;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#coming);
    for (const meter of this.#meters) meter.close();
    for (const sound of this.#sounds) sound.remove();
    for (const track of this.#microphone?.getTracks() ?? []) track.stop();
    void this.#room.disconnect();
  }

  async #enter({ agentId, microphone }: LineOptions): Promise<void> {
    const { token, url } = await roomToken(agentId, {
      jwt_token: await jwt(),
      mode: microphone ? 'asr-llm-tts' : 'llm-tts',
      turn_details: true,
      partial_transcripts: true,
    });
    if (microphone) {
      this.#microphone = await permitted(true).catch((error: unknown) => {
        this.#events.deaf(messageOf(error));
        return null;
      });
    }
    await this.#room.connect(url, token);
    this.#coming = window.setTimeout(() => this.#over(t(NOBODY)), COMING_MS);
    const [track] = this.#microphone?.getAudioTracks() ?? [];
    if (!track || !this.#microphone) return;
    this.#measure(this.#microphone, (db) => this.#events.callerLevel(db));
    await this.#room.localParticipant.publishTrack(track, { source: Track.Source.Microphone });
  }

  #agentSounds(track: RemoteTrack): void {
    if (track.kind !== Track.Kind.Audio || this.#isClosed) return;
    const element = track.attach();
    element.hidden = true;
    document.body.append(element);
    this.#sounds.add(element);
    this.#measure(new MediaStream([track.mediaStreamTrack]), (db) => {
      this.#agentDb = db;
      this.#events.agentLevel(db);
    });
    if (this.#isThere) return;
    this.#isThere = true;
    clearTimeout(this.#coming);
    this.#events.opened();
  }

  #measure(stream: MediaStream, onLevel: (db: number) => void): void {
    const meter = new Meter(speakers(), onLevel);
    speakers().createMediaStreamSource(stream).connect(meter.node);
    this.#meters.push(meter);
  }

  #told(text: string): void {
    if (this.#isClosed) return;
    const { data } = JSON.parse(text) as { readonly data?: AgentMessage };
    if (data) this.#events.message(data);
  }

  /** @param problem message if the agent gave no reason */
  #over(problem: string): void {
    if (this.#isClosed) return;
    this.close();
    const fault = { text: this.#isThere ? problem : t(NOBODY), isFault: true };
    this.#events.closed(endingOf(this.#endReason) ?? fault);
  }
}
