// Runs on the audio thread (Web Audio API, AudioWorklet): passes on a microphone's samples, in blocks of some 20 ms.

class Capture extends AudioWorkletProcessor {
  #part = new Float32Array(Math.round(sampleRate / 50));
  #filled = 0;

  process(inputs) {
    const channels = inputs[0] ?? [];
    const length = channels[0]?.length ?? 0;
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (const channel of channels) sum += channel[i];
      this.#part[this.#filled++] = sum / channels.length;
      if (this.#filled < this.#part.length) continue;
      const full = this.#part;
      this.#part = new Float32Array(full.length);
      this.#filled = 0;
      this.port.postMessage(full, [full.buffer]);
    }
    return true;
  }
}

registerProcessor('capture', Capture);
