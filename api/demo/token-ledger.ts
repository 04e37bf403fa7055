export interface LedgerOptions {
  readonly requestsPerToken: number;
  readonly charactersPerToken: number;
  /** How many tokens are kept account of at a time. */
  readonly maxTokens?: number;
  /** The clock in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** What is counted for a token: its id, and until when that matters. */
export interface CountedToken {
  readonly id: string;
  readonly expiresAtMs: number;
}

export type Spending = 'spent' | 'used up' | 'no room';

interface Account {
  readonly expiresAtMs: number;
  requests: number;
  characters: number;
}

const MAX_TOKENS = 20_000;

/**
 * What has been spoken with each token, in this process. Accounts are kept until their token expires; when there are
 * too many, tokens that were not used yet wait, so that none is forgotten and spent twice.
 */
export class TokenLedger {
  readonly #options: Required<LedgerOptions>;
  readonly #accounts = new Map<string, Account>();

  constructor(options: LedgerOptions) {
    this.#options = { maxTokens: MAX_TOKENS, now: Date.now, ...options };
  }

  /** How many tokens are kept account of. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Counts one request and its characters, or none of it. */
  spend({ id, expiresAtMs }: CountedToken, characters: number): Spending {
    const { requestsPerToken, charactersPerToken, maxTokens } = this.#options;
    const known = this.#accounts.get(id);
    if (!known && this.#accounts.size >= maxTokens) this.#forgetExpired();
    if (!known && this.#accounts.size >= maxTokens) return 'no room';
    const account = known ?? { expiresAtMs, requests: 0, characters: 0 };
    this.#accounts.set(id, account);
    if (account.requests >= requestsPerToken) return 'used up';
    if (account.characters + characters > charactersPerToken) return 'used up';
    account.requests++;
    account.characters += characters;
    return 'spent';
  }

  /** Takes back what was counted in vain. */
  refund({ id }: CountedToken, characters: number): void {
    const account = this.#accounts.get(id);
    if (!account) return;
    account.requests--;
    account.characters -= characters;
  }

  #forgetExpired(): void {
    const nowMs = this.#options.now();
    for (const [id, { expiresAtMs }] of this.#accounts) {
      if (expiresAtMs <= nowMs) this.#accounts.delete(id);
    }
  }
}
