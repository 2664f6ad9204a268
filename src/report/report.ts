import type {
  CorrelationSection,
  DistributionsSection,
  MarkersSection,
  OverviewSection,
  PicturesSection,
  ProjectionSection,
  RankingSection,
  SamplesSection,
} from "./sections/feature-sections.js";
import type {
  AccuracySection,
  AgreementSection,
  ConvergenceSection,
  CurvesSection,
  ErrorsSection,
  PathSection,
  RanksSection,
  StabilitySection,
  SurfacesSection,
  TradeoffSection,
} from "./sections/measured-sections.js";
import type {
  ClaimsSection,
  FactsSection,
  MethodsSection,
  NotesSection,
  RepeatSection,
  TableSection,
  TimingsSection,
} from "./sections/plain-sections.js";

export type {
  ClusterTree,
  CorrelationSection,
  DistributionsSection,
  MarkersSection,
  OverviewSection,
  PicturesSection,
  ProjectionSection,
  RankingColumn,
  RankingSection,
  SamplesSection,
  SampleVerdicts,
  SpreadLevels,
  SpreadNumbers,
} from "./sections/feature-sections.js";
export type {
  AccuracySection,
  AgreementSection,
  ClassCurve,
  ConvergenceSection,
  CurvesSection,
  ErrorsSection,
  PathSection,
  RanksSection,
  ShareInterval,
  SpreadPoint,
  StabilitySection,
  SurfacesSection,
  TradeoffSection,
} from "./sections/measured-sections.js";
export type {
  ClaimsSection,
  Fact,
  FactsSection,
  MethodsSection,
  NotesSection,
  RepeatSection,
  TableColumn,
  TableSection,
  TimingsSection,
} from "./sections/plain-sections.js";
export type { NumberFormat } from "./sections/section-base.js";

/**
 * A report as plain data: what a person should see of a result, section by section. The command line writes it into
 * one HTML file, the studio draws the same sections on its page, and both use the same view. Numbers are raw; how many
 * digits are shown is the view's business. Rates are fractions from 0 to 1; where titles and texts speak of percent, the
 * numbers are marked `format: "percent"` and the view multiplies them. Accuracies are shown in percent.
 */
export interface Report {
  readonly schema: "salience/report@2";
  readonly title: string;
  /** What was found, in a few plain sentences, the most important first. */
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
  /** The command that repeats the run; null where it did not come from one. */
  readonly command: string | null;
  readonly version: string;
}

/** One part of a report. */
export type Section =
  | OverviewSection
  | NotesSection
  | FactsSection
  | ClaimsSection
  | TableSection
  | RankingSection
  | AccuracySection
  | ErrorsSection
  | SamplesSection
  | MarkersSection
  | TradeoffSection
  | CorrelationSection
  | DistributionsSection
  | ConvergenceSection
  | PathSection
  | StabilitySection
  | ProjectionSection
  | AgreementSection
  | PicturesSection
  | CurvesSection
  | SurfacesSection
  | RanksSection
  | TimingsSection
  | MethodsSection
  | RepeatSection;
