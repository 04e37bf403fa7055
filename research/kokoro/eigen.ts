/** Upper bound of sweeps; rotations are negligible after it. */
const MAX_SWEEPS = 30;
const PRECISION = 1e-12;

export interface Eigenpair {
  readonly value: number;
  readonly vector: Float64Array;
}

/**
 * Computes eigenvalues and unit eigenvectors of a symmetric matrix, the largest first, by cyclic rotations (Jacobi,
 * 1846).
 * @param matrix n x n; overwritten
 */
export function eigenpairs(matrix: Float64Array, n: number): Eigenpair[] {
  // Row i becomes an eigenvector: rotating rows keeps memory access in order.
  const rows = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rows[i * n + i] = 1;
  const total = squares(matrix, n, true);
  for (let sweep = 0; sweep < MAX_SWEEPS && squares(matrix, n, false) > PRECISION ** 2 * total; sweep++) {
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) rotate(matrix, rows, n, p, q);
  }
  return Array.from({ length: n }, (_, i) => ({
    value: matrix[i * n + i]!,
    vector: rows.slice(i * n, (i + 1) * n),
  })).sort((a, b) => b.value - a.value);
}

/** Makes element (p, q) zero. */
function rotate(matrix: Float64Array, rows: Float64Array, n: number, p: number, q: number): void {
  const apq = matrix[p * n + q]!;
  if (apq === 0) return;
  const theta = (matrix[q * n + q]! - matrix[p * n + p]!) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const a = matrix[k * n + p]!;
    const b = matrix[k * n + q]!;
    matrix[k * n + p] = c * a - s * b;
    matrix[k * n + q] = s * a + c * b;
  }
  for (const of of [matrix, rows]) {
    for (let k = 0; k < n; k++) {
      const a = of[p * n + k]!;
      const b = of[q * n + k]!;
      of[p * n + k] = c * a - s * b;
      of[q * n + k] = s * a + c * b;
    }
  }
}

function squares(matrix: Float64Array, n: number, withDiagonal: boolean): number {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) if (withDiagonal || i !== j) sum += matrix[i * n + j]! ** 2;
  }
  return sum;
}
