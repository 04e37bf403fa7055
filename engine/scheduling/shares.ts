/** How much of the lanes' capacity each owner may claim; all loads are in lanes. */

export interface Claim {
  readonly owner: string;
  /** What the owner's speaking streams claim. */
  readonly load: number;
  /** Lanes that one more stream of this owner needs. */
  readonly cost: number;
}

export interface Capacity {
  /** What all streams together may claim. */
  readonly total: number;
  /** Steps that can run at once. */
  readonly lanes: number;
}

export type Verdict =
  | 'fits'
  /** It would take what is kept for others. */
  | 'beyond_share'
  /** There is no room for anybody who has as much as this owner. */
  | 'full';

/** Owners who are present together leave each other at least so much, in lanes, of what is not claimed. */
const KEPT_FOR_OTHERS = 1;
/** So many owners are always heard, though there may be fewer lanes. */
const LEAST_OWNERS = 2;

/**
 * Whether one more stream may speak.
 * @param loads what each owner's speaking streams claim; none is 0
 * @param others how many other owners are present
 */
export function judge(
  { owner, load, cost }: Claim,
  loads: ReadonlyMap<string, number>,
  others: number,
  { total, lanes }: Capacity,
): Verdict {
  const share = total / (1 + others);
  let claimed = 0;
  /** What the other owners' streams claim within their shares: beyond it they fall behind, and make room. */
  let claimedWithinShares = 0;
  for (const [other, its] of loads) {
    if (other === owner) continue;
    claimed += its;
    claimedWithinShares += Math.min(its, share);
  }
  if (claimed + load === 0) return 'fits';
  const speaking = loads.size + (loads.has(owner) ? 0 : 1);
  if (load === 0 && speaking <= Math.max(LEAST_OWNERS, lanes)) return 'fits';
  if (load + cost <= share && claimedWithinShares + load + cost <= total) return 'fits';
  if (claimed + load + cost > total) return 'full';
  if (others === 0) return 'fits';
  return load + cost <= Math.max(share, total - KEPT_FOR_OTHERS) ? 'fits' : 'beyond_share';
}
