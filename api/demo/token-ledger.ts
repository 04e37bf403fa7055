import type { Buckets, LimitStore } from '../limits/limit-store.ts';

export interface LedgerOptions {
  readonly requestsPerToken: number;
  readonly charactersPerToken: number;
  /** Validity of a token. */
  readonly tokenSeconds: number;
  /** Maximum number of tokens that are tracked at once. */
  readonly maxTokens?: number;
}

export type Spending = 'spent' | 'used up' | 'no room';

const MAX_TOKENS = 20_000;

/**
 * Counts what has been spoken with each token. Accounts are kept until their token has expired. When there are too
 * many, unused tokens have to wait. Otherwise a dropped account would allow its token to be spent twice.
 */
export class TokenLedger {
  readonly #requests: Buckets;
  readonly #characters: Buckets;

  constructor(store: LimitStore, options: LedgerOptions) {
    const { requestsPerToken, charactersPerToken, tokenSeconds, maxTokens = MAX_TOKENS } = options;
    const common = { perMinute: 0, keepMs: tokenSeconds * 1000, maxNames: maxTokens };
    this.#requests = store.buckets({ kind: 'demo-token-requests', capacity: requestsPerToken, ...common });
    this.#characters = store.buckets({
      kind: 'demo-token-characters',
      capacity: charactersPerToken,
      ...common,
    });
  }

  /** Charges one request and its characters. Charges nothing if either does not fit. */
  async spend(tokenId: string, characters: number): Promise<Spending> {
    const request = spending(await this.#requests.take(tokenId, 1));
    if (request !== 'spent') return request;
    const text = spending(await this.#characters.take(tokenId, characters));
    if (text !== 'spent') this.#requests.giveBack(tokenId, 1);
    return text;
  }

  /** Refunds a charge for speech that was not delivered. */
  refund(tokenId: string, characters: number): void {
    this.#requests.giveBack(tokenId, 1);
    this.#characters.giveBack(tokenId, characters);
  }
}

function spending(missing: number): Spending {
  if (missing === 0) return 'spent';
  return missing === Number.POSITIVE_INFINITY ? 'no room' : 'used up';
}
