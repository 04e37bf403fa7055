/**
 * The peer: an unmodified AgentSession of @livekit/agents. It uses our recogniser, voice and model, connected like any
 * recogniser and any voice without streaming. Everything else is the framework's default, except that cloud parts run
 * locally.
 */
import { createRequire } from 'node:module';
import {
  Agent,
  AgentSession,
  type APIConnectOptions,
  AudioByteStream,
  asLanguageCode,
  inference,
  mergeFrames,
  stt,
  tts,
  voice,
} from '@livekit/agents';
import { Room } from '@livekit/rtc-node';
import type { TurnMetrics } from '../../agent-worker/conversation/types.ts';
import { UsageMeter } from '../../agent-worker/conversation/usage-meter.ts';
import { createLlm } from '../../agent-worker/llm/create-llm.ts';
import type { ModelEndpoint } from '../../agent-worker/llm/types.ts';
import type { Engine, Recogniser } from '../../engine/index.ts';
import { resampleAll } from '../../media/resampler.ts';
import { GREETING } from './texts.ts';

const VOICE_RATE = 24_000;
const CALLER_SAMPLE_RATE = 16_000;
/** Input length of the end-of-turn model: the last 1.2 s. */
const MAX_TURN_SAMPLES = 19_200;

type LocalInference = typeof import('@livekit/local-inference');

export interface PeerOptions {
  readonly url: string;
  readonly token: string;
  readonly engine: Engine;
  readonly model: ModelEndpoint;
  readonly onTurn: (metrics: TurnMetrics) => void;
}

export async function openPeer({ url, token, engine, model, onTurn }: PeerOptions): Promise<void> {
  const room = new Room();
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  const session = new AgentSession({
    vad: new inference.VAD(),
    stt: new WholeRecognition(engine.recogniser),
    llm: createLlm({
      endpoint: model,
      lang: () => 'en',
      observer: { firstToken: () => undefined, tokens: () => undefined, failed: () => undefined },
    }),
    tts: new WholeSynthesis(engine),
    turnHandling: { turnDetection: localTurnDetector(), interruption: { mode: 'vad' } },
  });
  const usage = new UsageMeter();
  session.on(voice.AgentSessionEventTypes.ConversationItemAdded, ({ item }) => {
    if (item.type === 'message') usage.turnItem(item, onTurn);
  });
  await session.start({ agent: new Agent({ instructions: 'Be brief.' }), room, record: false });
  session.say(GREETING);
}

/** The framework's own detector, in this process, so that it costs the same on both sides. */
function localTurnDetector(): inference.TurnDetector {
  const { predict } = createRequire(import.meta.url)('@livekit/local-inference') as LocalInference;
  return new inference.TurnDetector({
    version: 'v1-mini',
    executor: {
      async doInference(_method: string, data: unknown): Promise<unknown> {
        const { pcm } = data as { readonly pcm: string };
        const bytes = Uint8Array.from(Buffer.from(pcm, 'base64'));
        const startMs = performance.now();
        const probability = await predict(new Int16Array(bytes.buffer).subarray(-MAX_TURN_SAMPLES));
        return { probability, inferenceDurationMs: performance.now() - startMs };
      },
    },
  });
}

/** Recognises whole utterances. The framework divides the audio by its voice activity detection. */
class WholeRecognition extends stt.STT {
  override label = 'bench.WholeRecognition';
  readonly #recogniser: Recogniser;

  constructor(recogniser: Recogniser) {
    super({ streaming: false, interimResults: false });
    this.#recogniser = recogniser;
  }

  override stream(): stt.SpeechStream {
    throw new Error('the framework wraps what does not stream');
  }

  protected override async _recognize(frames: Parameters<stt.STT['recognize']>[0]): Promise<stt.SpeechEvent> {
    const { data, sampleRate } = Array.isArray(frames) ? mergeFrames(frames) : frames;
    const samples = Float32Array.from(data, (sample) => sample / 32_768);
    const { text } = await this.#recogniser.transcribe(resampleAll(samples, sampleRate, CALLER_SAMPLE_RATE), {
      lang: 'en',
    });
    const alternative = {
      text: text.trim(),
      language: asLanguageCode('en'),
      startTime: 0,
      endTime: 0,
      confidence: 1,
    };
    return { type: stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives: [alternative] };
  }
}

/** Synthesizes whole sentences. The framework divides the text. */
class WholeSynthesis extends tts.TTS {
  override label = 'bench.WholeSynthesis';
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(VOICE_RATE, 1, { streaming: false });
    this.#engine = engine;
  }

  override synthesize(
    text: string,
    connOptions?: APIConnectOptions,
    signal?: AbortSignal,
  ): tts.ChunkedStream {
    return new Sentence(this, this.#engine, text, connOptions, signal);
  }

  override stream(): tts.SynthesizeStream {
    throw new Error('the framework wraps what does not stream');
  }
}

class Sentence extends tts.ChunkedStream {
  override label = 'bench.Sentence';
  readonly #engine: Engine;

  constructor(
    owner: WholeSynthesis,
    engine: Engine,
    text: string,
    connOptions?: APIConnectOptions,
    signal?: AbortSignal,
  ) {
    super(text, owner, connOptions, signal);
    this.#engine = engine;
  }

  protected override async run(): Promise<void> {
    const stream = this.#engine.open(
      {
        lang: 'en',
        voiceId: null,
        use: 'conversation',
        speed: 1,
        samplingRate: VOICE_RATE,
        encoding: 'pcm_linear',
        timestamps: false,
        ipaKey: null,
        temperature: null,
        topK: null,
      },
      { signal: this.abortSignal },
    );
    try {
      stream.push(this.inputText, null);
      stream.end();
      const bytes = new AudioByteStream(VOICE_RATE, 1, VOICE_RATE / 50);
      const put = (frames: ReturnType<AudioByteStream['flush']>, isEnd: boolean): void => {
        for (const [i, frame] of frames.entries()) {
          const final = isEnd && i === frames.length - 1;
          this.queue.put({ requestId: this.label, segmentId: this.label, frame, final });
        }
      };
      for await (const { audio } of stream) put(bytes.write(audio.slice().buffer), false);
      put(bytes.flush(), true);
      this.queue.close();
    } finally {
      stream.close();
    }
  }
}
