/** Systems of linear equations over complex numbers whose matrix is Hermitian. */
export interface HermitianSystem {
  readonly size: number;
  /** Row after row, size x size; only the diagonal and the values below it are used. Overwritten. */
  readonly matrixRe: Float64Array;
  readonly matrixIm: Float64Array;
  /** The right-hand side, then the solution. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Share of the mean diagonal that is added to it, so that rounding does not make the matrix indefinite. */
const LOADING = 1e-6;

/** Solves in place by Cholesky's decomposition, A = L · Lᴴ. @returns false when the matrix is not positive definite */
export function solveHermitian({ size: n, matrixRe, matrixIm, re, im }: HermitianSystem): boolean {
  let trace = 0;
  for (let j = 0; j < n; j++) trace += matrixRe[j * n + j]!;
  for (let j = 0; j < n; j++) matrixRe[j * n + j]! += (LOADING * trace) / n;
  for (let j = 0; j < n; j++) {
    let left = matrixRe[j * n + j]!;
    for (let k = 0; k < j; k++) left -= matrixRe[j * n + k]! ** 2 + matrixIm[j * n + k]! ** 2;
    if (!(left > 0)) return false;
    const root = Math.sqrt(left);
    matrixRe[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sumRe = matrixRe[i * n + j]!;
      let sumIm = matrixIm[i * n + j]!;
      for (let k = 0; k < j; k++) {
        // Subtracts L[i][k] times the conjugate of L[j][k].
        sumRe -= matrixRe[i * n + k]! * matrixRe[j * n + k]! + matrixIm[i * n + k]! * matrixIm[j * n + k]!;
        sumIm -= matrixIm[i * n + k]! * matrixRe[j * n + k]! - matrixRe[i * n + k]! * matrixIm[j * n + k]!;
      }
      matrixRe[i * n + j] = sumRe / root;
      matrixIm[i * n + j] = sumIm / root;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      re[i]! -= matrixRe[i * n + k]! * re[k]! - matrixIm[i * n + k]! * im[k]!;
      im[i]! -= matrixRe[i * n + k]! * im[k]! + matrixIm[i * n + k]! * re[k]!;
    }
    re[i]! /= matrixRe[i * n + i]!;
    im[i]! /= matrixRe[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      re[i]! -= matrixRe[k * n + i]! * re[k]! + matrixIm[k * n + i]! * im[k]!;
      im[i]! -= matrixRe[k * n + i]! * im[k]! - matrixIm[k * n + i]! * re[k]!;
    }
    re[i]! /= matrixRe[i * n + i]!;
    im[i]! /= matrixRe[i * n + i]!;
  }
  return true;
}
