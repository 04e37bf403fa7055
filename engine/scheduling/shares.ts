/** Decides how much of the lanes' capacity each owner may claim. All loads are in lanes. */

export interface Claim {
  readonly owner: string;
  /** Claims of the owner's speaking streams. */
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
  /** The stream would need capacity that is reserved for other owners. */
  | 'beyond_share'
  /** There is no capacity left for an owner with this load. */
  | 'full';

/** Unclaimed capacity that an owner leaves to the other present owners, in lanes. */
const KEPT_FOR_OTHERS = 1;
/** Number of owners who may always speak, each with one stream, even if there are fewer lanes. */
const LEAST_OWNERS = 2;

/**
 * Whether one more stream may speak.
 * @param loads load of each owner's speaking streams; all are above 0
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
  /** Load of the other owners, each up to its share: load beyond a share falls behind and needs no capacity. */
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
