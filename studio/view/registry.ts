import type { ComponentType } from "preact";
import type { Section } from "../../src/report/report.js";
import { Accuracy } from "./sections/accuracy.js";
import { Agreement } from "./sections/agreement.js";
import { Claims } from "./sections/claims.js";
import { Convergence } from "./sections/convergence.js";
import { Correlation } from "./sections/correlation.js";
import { Curves } from "./sections/curves.js";
import { Distributions } from "./sections/distributions.js";
import { Errors } from "./sections/errors.js";
import { Facts } from "./sections/facts.js";
import { Markers } from "./sections/markers.js";
import { Methods } from "./sections/methods.js";
import { Notes } from "./sections/notes.js";
import { Overview } from "./sections/overview.js";
import { Path } from "./sections/path.js";
import { Pictures } from "./sections/pictures.js";
import { Projection } from "./sections/projection.js";
import { Ranking } from "./sections/ranking.js";
import { Ranks } from "./sections/ranks.js";
import { Repeat } from "./sections/repeat.js";
import { Samples } from "./sections/samples.js";
import { Stability } from "./sections/stability.js";
import { Surfaces } from "./sections/surfaces.js";
import { Table } from "./sections/table.js";
import { Timings } from "./sections/timings.js";
import { Tradeoff } from "./sections/tradeoff.js";

type Views = {
  readonly [Kind in Section["kind"]]: ComponentType<{
    readonly section: Extract<Section, { readonly kind: Kind }>;
  }>;
};

/** Which component draws which kind of section; the compiler asks for one for each. */
const views: Views = {
  overview: Overview,
  notes: Notes,
  facts: Facts,
  claims: Claims,
  table: Table,
  ranking: Ranking,
  accuracy: Accuracy,
  errors: Errors,
  samples: Samples,
  markers: Markers,
  tradeoff: Tradeoff,
  correlation: Correlation,
  distributions: Distributions,
  convergence: Convergence,
  path: Path,
  stability: Stability,
  projection: Projection,
  agreement: Agreement,
  pictures: Pictures,
  curves: Curves,
  surfaces: Surfaces,
  ranks: Ranks,
  timings: Timings,
  methods: Methods,
  repeat: Repeat,
};

/** The component of a kind; undefined for a kind that this version does not know. */
export const viewOf = (kind: Section["kind"]): ComponentType<{ readonly section: Section }> | undefined =>
  Object.hasOwn(views, kind) ? (views[kind] as ComponentType<{ readonly section: Section }>) : undefined;
