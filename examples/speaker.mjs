import WebSocket from 'ws';

/**
 * A client of the speech WebSocket that reconnects: when the server closes the socket (1001) or the connection is lost,
 * the client connects again and sends unanswered text. Speech that was already played is left out.
 */
export class Speaker {
  #url;
  #socket;
  /** Why it does not continue. */
  #ended = null;
  #failures = 0;
  #count = 0;
  /** Texts without a `stop` so far, in the order of sending, by context. */
  #unanswered = new Map();

  constructor(url) {
    this.#url = url;
    this.#connect();
  }

  /** Settles when the text has been spoken to its end. @param onAudio called with 16-bit samples as they come */
  say(text, onAudio) {
    return new Promise((resolve, reject) => {
      this.#begin({ text, onAudio, resolve, reject, heard: 0 });
    });
  }

  close() {
    this.#end(new Error('the speaker was closed'));
  }

  #begin(utterance) {
    if (this.#ended) return utterance.reject(this.#ended);
    const id = `${++this.#count}`;
    this.#unanswered.set(id, utterance);
    if (this.#socket.readyState === WebSocket.OPEN) this.#send(id);
  }

  #send(id) {
    const utterance = this.#unanswered.get(id);
    utterance.again = 0;
    this.#socket.send(JSON.stringify({ text: `${utterance.text}<STOP>`, context_id: id }));
  }

  #connect() {
    if (this.#ended) return;
    const socket = new WebSocket(this.#url);
    let refused = 0;
    this.#socket = socket;
    socket.on('open', () => {
      for (const id of this.#unanswered.keys()) this.#send(id);
    });
    socket.on('message', (message) => this.#receive(JSON.parse(message)));
    socket.on('unexpected-response', (_request, response) => {
      refused = response.statusCode;
      socket.terminate();
    });
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', (code) => {
      const isFinal = [1008, 1009].includes(code) || (refused >= 400 && refused < 500 && refused !== 429);
      if (isFinal) this.#end(new Error(`the server refuses: ${refused || code}`));
      else setTimeout(() => this.#connect(), this.#waitMs());
    });
  }

  /** At most 0.25 s, 0.5 s, 1 s ... 8 s ("full jitter"). */
  #waitMs() {
    return Math.random() * Math.min(8000, 250 * 2 ** this.#failures++);
  }

  #receive({ type, status_code, errors, data }) {
    const id = data.context_id;
    const utterance = this.#unanswered.get(id);
    if (!utterance) return;
    if (type === 'error') {
      this.#unanswered.delete(id);
      const isBusy = status_code === 429 || status_code === 503;
      if (isBusy) setTimeout(() => this.#begin(utterance), this.#waitMs());
      else utterance.reject(new Error(errors.join('; ')));
      return;
    }
    this.#failures = 0;
    const audio = Buffer.from(data.audio, 'base64');
    const fresh = audio.subarray(Math.max(0, utterance.heard - utterance.again));
    utterance.again += audio.length;
    utterance.heard = Math.max(utterance.heard, utterance.again);
    if (fresh.length > 0) utterance.onAudio(fresh);
    if (!data.stop) return;
    this.#unanswered.delete(id);
    utterance.resolve();
  }

  #end(reason) {
    this.#ended ??= reason;
    for (const { reject } of this.#unanswered.values()) reject(reason);
    this.#unanswered.clear();
    this.#socket.close(1000);
  }
}
