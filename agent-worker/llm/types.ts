/** An endpoint that speaks OpenAI's chat completions. */
export interface ModelEndpoint {
  /** Such as `https://api.example.org/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/** What happens while a model answers. */
export interface LlmObserver {
  /** The first token came, so long after it was asked for. */
  firstToken(waitedMs: number): void;
  /** Tokens of one answer, as the endpoint counts them (0 where it does not). */
  tokens(prompt: number, completion: number): void;
  /** No answer came, and an apology is spoken instead. Holds no text of the conversation. */
  failed(reason: string): void;
}
