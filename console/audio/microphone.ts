import { t } from '../i18n/i18n.ts';

const WORKLET = new URL('./capture-worklet.js', import.meta.url);

export interface MicrophoneOptions {
  /** The requested rate in Hz. The browser may return another. */
  readonly rateHz: number;
  /**
   * Whether the browser may apply echo cancellation, noise suppression and gain control: good for conversations, bad
   * for cloning a voice.
   */
  readonly isProcessed: boolean;
  /** Called with some 20 ms of mono samples at a time, in [-1, 1]. */
  readonly onSamples: (samples: Float32Array<ArrayBuffer>) => void;
}

/** Captures a microphone until it is closed. */
export class Microphone {
  readonly rateHz: number;
  readonly #stream: MediaStream;
  readonly #context: AudioContext;

  private constructor(stream: MediaStream, context: AudioContext) {
    this.#stream = stream;
    this.#context = context;
    this.rateHz = context.sampleRate;
  }

  /**
   * Asks the user for permission.
   * @throws Error that says what to do
   */
  static async open(options: MicrophoneOptions): Promise<Microphone> {
    const stream = await permitted(options.isProcessed);
    try {
      const { context, source } = await connected(stream, options.rateHz);
      const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 });
      capture.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => options.onSamples(data);
      source.connect(capture);
      return new Microphone(stream, context);
    } catch (error) {
      end(stream);
      throw error;
    }
  }

  close(): void {
    end(this.#stream);
    void this.#context.close();
  }
}

/**
 * Returns the microphone's stream, if permitted.
 * @throws Error that says what to do
 */
export async function permitted(isProcessed: boolean): Promise<MediaStream> {
  // Browsers hide microphones from pages that were loaded over plain HTTP from another machine.
  if (!navigator.mediaDevices) {
    throw new Error(
      t('Browsers allow microphone access only over https or on localhost. Open this page that way.'),
    );
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        channelCount: 1,
        echoCancellation: isProcessed,
        noiseSuppression: isProcessed,
        autoGainControl: isProcessed,
      },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') {
      throw new Error(t('Microphone access was denied. Allow it in the address bar and try again.'));
    }
    if (name === 'NotFoundError') throw new Error(t('No microphone was found. Connect one and try again.'));
    throw new Error(t('The microphone cannot be opened. Another program may be using it.'), { cause: error });
  }
}

async function connected(stream: MediaStream, rateHz: number) {
  const wanted = new AudioContext({ sampleRate: rateHz });
  try {
    const source = wanted.createMediaStreamSource(stream);
    await wanted.audioWorklet.addModule(WORKLET);
    return { context: wanted, source };
  } catch (error) {
    void wanted.close();
    if (!(error instanceof DOMException) || error.name !== 'NotSupportedError') throw error;
  }
  // Some browsers do not resample the microphone's audio.
  const context = new AudioContext();
  await context.audioWorklet.addModule(WORKLET);
  return { context, source: context.createMediaStreamSource(stream) };
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
