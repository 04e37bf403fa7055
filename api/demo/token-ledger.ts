export interface LedgerOptions {
  readonly requestsPerToken: number;
  readonly charactersPerToken: number;
  /** How many tokens are tracked at once. */
  readonly maxTokens?: number;
  /** The clock in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A token's identity for accounting, and until when it matters. */
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
 * too many, unused tokens have to wait, so that no account is dropped and its token spent twice.
 */
export class TokenLedger {
  readonly #options: Required<LedgerOptions>;
  readonly #accounts = new Map<string, Account>();

  constructor(options: LedgerOptions) {
    this.#options = { maxTokens: MAX_TOKENS, now: Date.now, ...options };
  }

  /** Number of tokens tracked. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Charges one request and its characters, or nothing at all. */
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

  /** Refunds what was charged but not spoken. */
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
