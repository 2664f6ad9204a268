import type { NumberFormat, SectionBase } from "./section-base.js";

/** Plain paragraphs. */
export interface NotesSection extends SectionBase {
  readonly kind: "notes";
  readonly tone: "plain" | "warning";
  readonly paragraphs: readonly string[];
}

/** A few named values: the data, the certificate, the accuracies side by side. */
export interface FactsSection extends SectionBase {
  readonly kind: "facts";
  readonly facts: readonly Fact[];
}

/** A named value. */
export interface Fact {
  readonly label: string;
  readonly value: string | number | boolean;
  readonly unit?: string;
  readonly format?: NumberFormat;
  /** What it means. */
  readonly hint?: string;
  /** Whether it should reassure or alarm. */
  readonly tone?: "good" | "bad";
}

/** Statements and whether they held; null where the data to judge them is not there. */
export interface ClaimsSection extends SectionBase {
  readonly kind: "claims";
  readonly claims: readonly {
    readonly claim: string;
    readonly held: boolean | null;
    readonly evidence: string;
  }[];
}

/** A sortable table. */
export interface TableSection extends SectionBase {
  readonly kind: "table";
  readonly columns: readonly TableColumn[];
  /** One array per row, a cell per column; null is an empty cell. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** What is different on purpose, and other remarks below the table. */
  readonly notes?: readonly string[];
}

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  readonly type: "text" | "number";
  /** Digits behind the point; as many as needed where not given. */
  readonly digits?: number;
  /** Columns of the same group stand under one heading. */
  readonly group?: string;
  readonly format?: NumberFormat;
  /** Marks the best cell of each row among the columns with this mark. */
  readonly best?: "largest" | "smallest";
  /** Then only columns with the same word here are compared, such as those of one protocol. */
  readonly comparedWithin?: string;
  /** The cells are differences: shown with their sign. */
  readonly signed?: boolean;
}

/** What took how long. */
export interface TimingsSection extends SectionBase {
  readonly kind: "timings";
  readonly rows: readonly {
    readonly label: string;
    readonly seconds: number;
    readonly group?: string;
    readonly paper?: number | null;
  }[];
}

/** A paragraph for a paper's methods part, ready to paste. */
export interface MethodsSection extends SectionBase {
  readonly kind: "methods";
  readonly paragraph: string;
  readonly citations: readonly { readonly text: string; readonly bibtex: string }[];
}

/** How to get the same result again. */
export interface RepeatSection extends SectionBase {
  readonly kind: "repeat";
  readonly snippets: readonly {
    readonly title: string;
    readonly language: "shell" | "javascript" | "json";
    readonly code: string;
    /** The name under which it can be downloaded. */
    readonly file?: string;
  }[];
}
