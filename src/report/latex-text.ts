/** What LaTeX writes in another way than plain text, outside formulas. */
const written: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\char34{}",
  "−": "$-$",
  "±": "$\\pm$",
  "×": "$\\times$",
  "·": "$\\cdot$",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "→": "$\\rightarrow$",
  "∞": "$\\infty$",
  "√": "$\\surd$",
  ℓ: "$\\ell$",
  "²": "$^2$",
  "³": "$^3$",
  "°": "$^\\circ$",
  µ: "$\\mu$",
  "…": "\\ldots{}",
  "–": "--",
  "—": "---",
  "“": "``",
  "”": "''",
  "‘": "`",
  "’": "'",
  "\u00a0": "~",
  "\u202f": "\\,",
  "\u2009": "\\,",
};

const greek =
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon varphi chi psi omega".split(
    " ",
  );
const largeGreek: Readonly<Record<string, string>> = {
  ...{ Γ: "Gamma", Δ: "Delta", Θ: "Theta", Λ: "Lambda", Ξ: "Xi", Π: "Pi" },
  ...{ Σ: "Sigma", Φ: "Phi", Ψ: "Psi", Ω: "Omega" },
};

function letter(one: string): string {
  const known = written[one];
  if (known !== undefined) return known;
  const name = largeGreek[one] ?? greek[one.codePointAt(0)! - 0x3b1];
  if (name !== undefined) return name === "o" ? "o" : `$\\${name}$`;
  return /\p{C}/u.test(one) ? " " : one;
}

/** Any text as LaTeX that prints it: nothing in it is a command. */
export const latexText = (text: string): string => Array.from(text, letter).join("");

/** Whether pdfLaTeX has no letters for a text: beyond Latin ones with accents. */
export const needsUnicodeFonts = (latex: string): boolean => /[^\t\n\r -~\u00a1-\u017f]/u.test(latex);

/** A number as LaTeX: a true minus sign, a power of ten in place of an exponent. */
export function latexNumber(text: string): string {
  const [, sign, digits, power] = /^([+-]?)([\d.]+)(?:e\+?(-?\d+))?$/.exec(text) ?? [];
  if (digits === undefined) return latexText(text);
  if (power !== undefined) return `$${sign}${digits} \\times 10^{${power}}$`;
  return `${sign === "-" ? "$-$" : sign}${digits}`;
}
