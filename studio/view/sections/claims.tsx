import type { ClaimsSection } from "../../../src/report/report.js";

const words = {
  true: { mark: "✓", word: "Confirmed", style: "sal-held" },
  false: { mark: "✗", word: "Not confirmed", style: "sal-not-held" },
  null: { mark: "–", word: "Not judged", style: "sal-open" },
} as const;

/** Statements, each with whether it held, in words and with a mark. */
export function Claims({ section }: { readonly section: ClaimsSection }) {
  return (
    <ul class="sal-claims">
      {section.claims.map(({ claim, held, evidence }) => {
        const { mark, word, style } = words[`${held ?? null}`];
        return (
          <li key={claim} class={style}>
            <span class="sal-verdict">
              <span aria-hidden="true">{mark}</span> {word}
            </span>
            <div>
              <p class="sal-claim">{claim}</p>
              <p class="sal-evidence">{evidence}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
