/** The fitted signs as a module of the engine. */
import type { DefectSigns } from '../../../engine/enrolment/assisted/scoring/signs.ts';

/** @param readers who read what they were fitted to, for the comment */
export function moduleOf(signs: DefectSigns, readers: string): string {
  const defects = Object.entries(signs).map(([name, { bias, signs: own }]) => {
    const rows = own.map(
      ([figure, comparison, ...numbers]) =>
        `      ['${figure}', '${comparison}', ${numbers.map(shortened).join(', ')}],\n`,
    );
    const list = rows.length === 1 ? `[${rows[0]!.trim().replace(/,$/, '')}]` : `[\n${rows.join('')}    ]`;
    return `  ${name}: {\n    bias: ${shortened(bias)},\n    signs: ${list},\n  },\n`;
  });
  return `import type { DefectSigns } from './signs.ts';

/**
 * Written by \`npm run eval:takes -- fit\` (\`bench/takes/fit\`): logistic regression without negative weights,
 * together with how often the clean passage of a take comes first. Fitted to takes read by ${readers}.
 */
export const DEFECT_SIGNS: DefectSigns = {
${defects.join('')}};
`;
}

/** Three digits are more than the data can tell apart. */
const shortened = (value: number): string => String(Number(value.toPrecision(3)));
