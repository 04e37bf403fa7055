import {
  type Engine,
  EngineError,
  type IpaKey,
  type SpeakSettings,
  splitCommands,
  type Voice,
} from '../../engine/index.ts';
import { ApiError, invalid, refusal } from '../errors/api-error.ts';
import { Allowances } from '../limits/allowances.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import {
  CHALLENGES,
  CHARACTERS_PER_MINUTE,
  DEMO_LIMITS,
  MAX_SPEECH_MS,
  REQUESTS_PER_MINUTE,
  SESSIONS_PER_MINUTE,
  SPEAK_TIMEOUT_MS,
  SPEAKING,
} from '../limits/demo.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { orThrow } from '../limits/slots.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { SpeechMeter } from '../observability/speech-meter.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { type Challenge, ChallengeError, OPEN_DOOR, SiteVerify } from './challenge.ts';
import { DemoTokens } from './demo-tokens.ts';
import { TokenLedger } from './token-ledger.ts';
import { speakWhole, type WholeSpeech } from './whole-speech.ts';

export type DemoSettings = Pick<
  Settings,
  'demoOpen' | 'demoSiteKey' | 'demoSecretKey' | 'demoVerifyUrl' | 'demoVerifyTimeoutMs' | 'demoVoices'
>;

export interface DemoDeps {
  readonly settings: DemoSettings;
  readonly db: Database;
  readonly engine: Pick<Engine, 'voices' | 'voice' | 'check' | 'open'>;
  readonly metrics: Metrics;
  readonly limitStore: LimitStore;
  readonly log: Log;
}

export interface DemoSpeech {
  readonly voiceId: string;
  readonly text: string;
  readonly timestamps: boolean;
  readonly ipaKey: IpaKey | null;
}

/**
 * Speech for people without an API key. They pass a challenge, get a token that is valid for a few minutes from their
 * own address, and can use only the built-in voices.
 */
export class Demo {
  /** Whether the demo is enabled. The other methods may be called only if it is. */
  readonly isOn: boolean;
  readonly #deps: DemoDeps;
  readonly #tokens: DemoTokens;
  readonly #challenge: Challenge;
  readonly #ledger: TokenLedger;
  readonly #sessions: Allowances;
  readonly #requests: Allowances;
  readonly #characters: Allowances;
  readonly #speaking = new ConcurrencyLimit(SPEAKING);
  readonly #challenges = new ConcurrencyLimit(CHALLENGES);

  private constructor(deps: DemoDeps, tokens: DemoTokens) {
    this.#deps = deps;
    this.#tokens = tokens;
    const {
      demoOpen,
      demoSecretKey: secret,
      demoVerifyUrl: url,
      demoVerifyTimeoutMs: timeoutMs,
    } = deps.settings;
    const isGuarded = secret !== null && url !== null;
    this.isOn = demoOpen || isGuarded;
    this.#challenge = isGuarded ? new SiteVerify({ secret, url, timeoutMs }) : OPEN_DOOR;
    const { limitStore } = deps;
    this.#ledger = new TokenLedger(limitStore, DEMO_LIMITS);
    const allowance = (kind: string, what: string, perMinute: number): Allowances =>
      new Allowances(limitStore, { kind, what, perMinute, capacity: perMinute });
    this.#sessions = allowance('demo-sessions', 'demo sessions', SESSIONS_PER_MINUTE);
    this.#requests = allowance('demo-requests', 'demo requests', REQUESTS_PER_MINUTE);
    this.#characters = allowance('demo-characters', 'characters', CHARACTERS_PER_MINUTE);
  }

  static async open(deps: DemoDeps): Promise<Demo> {
    const { settings, engine, log } = deps;
    const demo = new Demo(deps, await DemoTokens.open(deps.db));
    if (!demo.isOn) return demo;
    for (const voice of settings.demoVoices) {
      if (engine.voice(voice) === null)
        log.warn({ voice }, 'DEMO_VOICES names a voice that is not installed');
    }
    log.info({ challenge: !settings.demoOpen, voices: demo.voices().length }, 'the demo is on');
    return demo;
  }

  /** The built-in voices that visitors may choose from, with the default of each language first. */
  voices(): readonly Voice[] {
    const { demoVoices } = this.#deps.settings;
    const { engine } = this.#deps;
    const listed = engine.voices();
    if (demoVoices.length === 0) return listed;
    // Further speakers of multi-speaker models are not listed.
    const others = demoVoices.filter((id) => !listed.some((voice) => voice.id === id));
    return [
      ...listed.filter(({ id }) => demoVoices.includes(id)),
      ...others.flatMap((id) => engine.voice(id) ?? []),
    ];
  }

  /** The public key of the challenge for the page; null without a challenge. */
  get siteKey(): string | null {
    return this.#deps.settings.demoSiteKey;
  }

  /**
   * Issues a token to a visitor who has passed the challenge.
   * @param signal aborts when the visitor disconnects
   * @throws ApiError 422 when the challenge was not passed, 429, 503 when it could not be verified
   */
  async startSession(challengeToken: string, address: string, signal: AbortSignal): Promise<string> {
    const network = clientNetwork(address);
    orThrow(await this.#sessions.take(network));
    const slot = orThrow(this.#challenges.enter(network));
    try {
      if (!(await this.#challenge.isPassed(challengeToken, address, signal))) {
        throw invalid(['body', 'challenge_token'], 'challenge_failed');
      }
    } catch (error) {
      if (signal.aborted) throw refusal('client_gone');
      if (!(error instanceof ChallengeError)) throw error;
      this.#sessions.giveBack(network);
      this.#deps.log.error({ err: error }, 'challenges of the demo cannot be verified');
      throw refusal('challenge_unavailable');
    } finally {
      slot.release();
    }
    return this.#tokens.issue(network, DEMO_LIMITS.tokenSeconds);
  }

  /**
   * @returns the token's id
   * @throws ApiError 401
   */
  identify(token: string | undefined, address: string): Promise<string> {
    return this.#tokens.verify(token, clientNetwork(address));
  }

  /**
   * Synthesizes speech for a visitor.
   * @param signal aborts when the visitor disconnects
   * @throws ApiError 401 when the token is used up, 422, 429, 499, 503; EngineError
   */
  async speak(
    tokenId: string,
    { voiceId, text: sent, timestamps, ipaKey }: DemoSpeech,
    address: string,
    signal: AbortSignal,
  ): Promise<WholeSpeech> {
    const { engine, metrics } = this.#deps;
    const meter = new SpeechMeter({ metrics, transport: 'demo', account: null });
    const voice = this.voices().find(({ id }) => id === voiceId);
    if (!voice) throw invalid(['body', 'voice_id'], 'demo_voice_unknown');
    const settings: SpeakSettings = {
      lang: voice.lang,
      voiceId,
      speed: 1,
      samplingRate: DEMO_LIMITS.samplingRate,
      encoding: 'pcm_linear',
      timestamps,
      ipaKey,
      temperature: null,
      topK: null,
    };
    const { text } = splitCommands(sent);
    const checked = engine.check(text, settings);
    const network = clientNetwork(address);
    const slot = orThrow(this.#speaking.enter(network));
    try {
      const giveBack = await this.#charge(tokenId, network, text.length);
      try {
        const options = {
          owner: `demo ${network}`,
          signal,
          timeoutMs: SPEAK_TIMEOUT_MS,
          maxDurationMs: MAX_SPEECH_MS,
        };
        const speech = await speakWhole(engine, settings, checked, options);
        meter.spoken({ characters: speech.billedCharacters, audioMs: speech.durationMs });
        return speech;
      } catch (error) {
        // Speech that failed for lack of capacity must not be charged.
        const status = error instanceof EngineError || error instanceof ApiError ? error.status : 500;
        if (status === 429 || status >= 500) giveBack();
        throw error;
      }
    } finally {
      slot.release();
    }
  }

  /**
   * Charges a request to the token and the network.
   * @returns a function that undoes this
   */
  async #charge(tokenId: string, network: string, characters: number): Promise<() => void> {
    const spending = await this.#ledger.spend(tokenId, characters);
    if (spending === 'used up') {
      throw refusal('demo_token_used_up');
    }
    if (spending === 'no room') throw refusal('demo_full');
    const undo: (() => void)[] = [() => this.#ledger.refund(tokenId, characters)];
    try {
      orThrow(await this.#requests.take(network));
      undo.push(() => this.#requests.giveBack(network));
      orThrow(await this.#characters.take(network, characters));
      undo.push(() => this.#characters.giveBack(network, characters));
    } catch (error) {
      for (const one of undo) one();
      throw error;
    }
    return () => {
      for (const one of undo) one();
    };
  }
}
