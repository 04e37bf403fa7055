/** An endpoint with OpenAI's chat completions API. */
export interface ModelEndpoint {
  /** Such as `https://api.example.org/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/** Events while a model answers. */
export interface LlmObserver {
  /** The first token arrived. @param waitedMs time since the request */
  firstToken(waitedMs: number): void;
  /** Tokens of one answer, as counted by the endpoint (0 if it does not count). */
  tokens(prompt: number, completion: number): void;
  /** There is no answer, and an apology is spoken instead. The reason contains no text of the conversation. */
  failed(reason: string): void;
}
