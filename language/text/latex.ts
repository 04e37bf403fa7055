/**
 * Rewrites formulas as language models write them into signs that have readers: "$x^2$", "\frac{1}{2}", "\(a \times
 * b\)".
 */
import { type MappedText, rewrite } from './mapped-text.ts';

const GREEK: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'alpha:α beta:β gamma:γ delta:δ epsilon:ε zeta:ζ eta:η theta:θ lambda:λ mu:μ nu:ν xi:ξ pi:π rho:ρ sigma:σ tau:τ ' +
    'phi:φ chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Pi:Π Sigma:Σ Phi:Φ Psi:Ψ Omega:Ω'
  )
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);
const SIGNS: Readonly<Record<string, string>> = {
  ...GREEK,
  times: '×',
  cdot: '×',
  div: '÷',
  pm: '±',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  infty: '∞',
  circ: '°',
  ldots: '…',
  dots: '…',
  cdots: '…',
  to: '→',
  rightarrow: '→',
  left: '',
  right: '',
  quad: ' ',
  displaystyle: '',
};

/** Something in a formula between dollar signs cannot be part of an amount of money. */
const DOLLARS = /(?<![\w$\\])\$\$?(?=\S)([^$\n]{1,200}?)(?<=\S)\$\$?(?![\w$])/g;
const FORMULA = /[\\^]|[A-Za-z]_(?:\{|\w(?!\w))|^[A-Za-z]$|\w ?[=+] ?\w/;
/** Variables of a shell or a template, and other code. */
const CODE = /^[({]|["'`;]|[A-Z_]{3}|:\/\//;
const DELIMITER = /(?<![\w:\\])\\[()[\]]|(?<=\S ?)\\[)\]]/g;
const FRACTION = /\\[dt]?frac ?\{([^{}]{1,60})\} ?\{([^{}]{1,60})\}/g;
const ROOT = /\\sqrt ?\{([^{}]{1,60})\}/g;
const TEXT = /\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname|emph) ?\{([^{}]{1,200})\}/g;
const SCRIPT = /(?<=[\w)}])([\^_])\{([^{}]{1,40})\}/g;
const COMMAND =
  /(?<![\w:\\])\\([A-Za-z]{2,12})(?![A-Za-z\\/])|(?<=[\w)} ])\\([A-Za-z]{2,12})(?=[ {}()\d^_$.,]|$)/g;
const ESCAPED = /(?<![\w:\\])\\([,;! ])|\\([%$&#])/g;

/** Rewrites LaTeX in a text; a text without it stays as it is. */
export function plainFormulas(source: MappedText): MappedText {
  if (!/[\\$]/.test(source.text)) return source;
  let text = rewrite(source, DOLLARS, ([, inside = '']) =>
    FORMULA.test(inside) && !CODE.test(inside) && !/^\d[\d.,]*(?: [a-z]{2}|$)/i.test(inside)
      ? ` ${inside} `
      : null,
  );
  if (!text.text.includes('\\')) return rewrite(text, SCRIPT, script);
  text = rewrite(text, TEXT, ({ 1: inside = '', index, input }) =>
    /\s/.test(input[index - 1] ?? ' ') ? `${inside.trim()} ` : ` ${inside.trim()} `,
  );
  text = rewrite(text, FRACTION, ([, top = '', bottom = '']) =>
    /^\d+$/.test(top) && /^\d+$/.test(bottom) ? ` ${top}/${bottom} ` : ` ${top} ÷ ${bottom} `,
  );
  text = rewrite(text, ROOT, ([, inside = '']) => ` √${inside} `);
  text = rewrite(text, SCRIPT, script);
  text = rewrite(text, COMMAND, ([, first, second]) => {
    const sign = SIGNS[first ?? second ?? ''];
    return sign === undefined ? null : ` ${sign} `;
  });
  text = rewrite(text, ESCAPED, ([, space, sign]) => (space === undefined ? (sign ?? '') : ' '));
  return rewrite(text, DELIMITER, () => ' ');
}

function script([, mark, inside = '']: RegExpExecArray): string {
  return mark === '^' ? `^${inside}` : ` ${inside} `;
}
