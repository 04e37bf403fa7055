/** An endpoint with OpenAI's chat completions API. */
export interface ModelEndpoint {
  /** Base URL, such as `https://api.example.org/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/** Events while a model answers. */
export interface LlmObserver {
  /** The first token arrived. @param waitedMs time since the request */
  firstToken(waitedMs: number): void;
  /** Token counts of one answer, as reported by the endpoint (0 if it reports none). */
  tokens(prompt: number, completion: number): void;
  /** The request failed, and an apology is spoken instead. The reason contains no text of the conversation. */
  failed(reason: string): void;
}
