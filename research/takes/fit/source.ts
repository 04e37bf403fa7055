/** The fitted model as a file of the engine. */
import { DEFECTS, type DefectModel } from '../../../cloning/research.ts';

/** Formats JSON like the formatter. */
export function fileOf({ figures, defects }: DefectModel): string {
  const block = (lines: readonly string[], indent: string): string =>
    `{\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}}`;
  const usual = figures.map(
    ({ figure, mean, deviation }) => `"${figure}": [${shortened(mean)}, ${shortened(deviation)}]`,
  );
  const fitted = DEFECTS.map((name) => {
    const { bias, weights } = defects[name];
    const rows = figures.map(
      ({ figure }, k) => `"${figure}": [${weights[k]!.map((weight) => shortened(weight)).join(', ')}]`,
    );
    return `"${name}": ${block([`"bias": ${shortened(bias)}`, `"weights": ${block(rows, '      ')}`], '    ')}`;
  });
  return `${block([`"figures": ${block(usual, '  ')}`, `"defects": ${block(fitted, '  ')}`], '')}\n`;
}

/** Three digits, since the data determine no more. */
const shortened = (value: number): string => String(Number(value.toPrecision(3)));
