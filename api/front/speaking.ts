import {
  type ClonedVoice,
  EngineError,
  type SpeakSettings,
  type SpeechStream,
  splitCommands,
} from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { invalid } from '../errors/api-error.ts';
import { orThrow } from '../limits/slots.ts';
import type { Transport } from '../observability/metrics.ts';
import { SpeechMeter } from '../observability/speech-meter.ts';
import { traceSpeech } from '../observability/traced-speech.ts';
import type { FrontDeps } from './deps.ts';
import type { RequestHead } from './request.ts';
import { ClientGone } from './request-body.ts';
import type { Response } from './response.ts';
import type { Sink } from './sinks.ts';

/** How many times longer than SLOW_READER_MS a client may stop reading when it has enough audio to play. */
const MAX_PATIENCE = 4;

export type SpeakingDeps = Pick<
  FrontDeps,
  'settings' | 'engine' | 'library' | 'dictionaries' | 'limits' | 'usage' | 'metrics'
>;

/** One text to be spoken as the body of one response. */
export interface Speaking {
  readonly identity: Identity;
  /** As sent, commands included. */
  readonly text: string;
  readonly settings: SpeakSettings;
  readonly response: Pick<Response, 'signal'>;
  readonly headers: RequestHead['headers'];
  /** The transport that usage counts. */
  readonly transport: Transport;
  /** The body field that contained the text. */
  readonly textField: string;
  /** Opens the destination of the audio. Called once it is certain that there is a stream. */
  readonly openSink: (stream: SpeechStream) => Sink | Promise<Sink>;
}

/** @throws EngineError 422: the text names a voice that cannot speak it */
function checkVoice(
  engine: SpeakingDeps['engine'],
  settings: SpeakSettings,
  id: string,
  clone: ClonedVoice | undefined,
): void {
  try {
    engine.check('', { ...settings, voiceId: id }, clone);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError('voice_of_text', { values: { id, reason: error.message } });
  }
}

/**
 * Speaks a text into a response: validates it, takes a slot and characters from the key's limits, counts usage, and
 * passes each chunk to the sink as soon as there is room for it. Ends when the client disconnects.
 * @throws ApiError, EngineError, ClientGone
 */
export async function speakInto(deps: SpeakingDeps, speaking: Speaking): Promise<void> {
  const { identity, text: sent, settings, response, headers, transport, textField, openSink } = speaking;
  const { engine, library, dictionaries, limits, usage, metrics } = deps;
  const { text } = splitCommands(sent);
  const lexicon = dictionaries.lexicon(identity.ownerId, settings.lang, settings.ipaKey);
  const clone = await library.resolve(identity.ownerId, settings.voiceId);
  if (response.signal.aborted) throw new ClientGone();
  const checked = engine.check(text, settings, clone);
  const voices = (id: string) => library.resolve(identity.ownerId, id);
  for (const id of checked.voices ?? []) checkVoice(engine, settings, id, await voices(id));
  const slot = orThrow(await limits.acquireStream(identity.keyId));
  const meter = new SpeechMeter({ metrics, transport, account: { usage, keyId: identity.keyId } });
  let stream: SpeechStream | null = null;
  let taken = 0;
  try {
    orThrow(await limits.takeCharacters(identity.keyId, text.length));
    taken = text.length;
    if (response.signal.aborted) throw new ClientGone();
    meter.request();
    const spoken = engine.open(settings, {
      owner: identity.ownerId,
      signal: response.signal,
      onDiscarded: (speech) => meter.chunk(speech, settings.samplingRate),
      ...(clone && { clone }),
      ...(lexicon && { lexicon }),
      voices,
    });
    const { lang, samplingRate } = settings;
    stream = traceSpeech(spoken, { transport, lang, samplingRate, headers });
    stream.push(checked, null);
    stream.end();
    const sink = await openSink(stream);
    let saidAnything = false;
    let playsUntilMs = 0;
    /** A client that plays while reading does not read until it has played what was sent. */
    const patienceMs = (nowMs: number): number => {
      const { slowReaderMs } = deps.settings;
      return slowReaderMs + Math.min(Math.max(0, playsUntilMs - nowMs), slowReaderMs * MAX_PATIENCE);
    };
    for await (const chunk of stream) {
      saidAnything = true;
      taken = 0;
      const audioMs = meter.chunk(chunk, settings.samplingRate);
      const nowMs = performance.now();
      playsUntilMs = Math.max(playsUntilMs, nowMs) + audioMs;
      await sink.write(chunk, patienceMs(nowMs));
    }
    if (response.signal.aborted) throw new ClientGone();
    if (!saidAnything) throw invalid(['body', textField], 'nothing_to_speak');
    await sink.end(meter.total, patienceMs(performance.now()));
  } catch (error) {
    // Text that was rejected for lack of capacity before anything was spoken must not be charged.
    if (error instanceof EngineError && error.status !== 422) limits.returnCharacters(identity.keyId, taken);
    throw error;
  } finally {
    // When a loop ends because `next` threw, its iterator stays open, and with it the stream's admission.
    stream?.close();
    slot.release();
  }
}
