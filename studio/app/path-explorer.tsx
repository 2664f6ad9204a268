import { useId, useMemo, useState } from "preact/hooks";
import { defaultGammas, type PathJson, type SelectPlan } from "salience/internal";
import type { Opened } from "../messages.js";
import { formatNumber } from "../view/parts/format.js";
import { Pixels } from "./pixel-picture.js";
import { pathPlan } from "./plan.js";
import { Progress } from "./progress.js";
import { useStudio } from "./use-studio.js";

const ps = [1, 0.5, 0.1];
const listed = 15;
const nothing: readonly number[] = [];

/** The γ × p explorer: fits along a path, each begun from its neighbour, and a slider to walk along it. */
export function PathExplorer({
  data,
  plan,
  onFeature,
}: {
  readonly data: Opened;
  readonly plan: SelectPlan;
  readonly onFeature: (index: number) => void;
}) {
  const { studio, state } = useStudio();
  const side = state.side?.task === "path" ? state.side : null;
  const { running = null, problem = null } = side ?? {};
  return (
    <section class="st-card" aria-labelledby="path-title">
      <h2 id="path-title">Stricter or looser (γ and p)</h2>
      <p class="st-quiet">
        Discriminative Feature Selection weighs separation against the number of features: a larger γ leaves
        fewer, a smaller p decides more sharply. This fits a whole grid for you to explore.
      </p>
      {problem && <p class="st-fault">{problem}</p>}
      {running ? (
        <>
          <Progress running={running} label={`Fitting ${defaultGammas.length * ps.length} points`} />
          <button type="button" class="sal-button" onClick={() => studio.aside.cancel()}>
            Cancel
          </button>
        </>
      ) : (
        !state.path && (
          <button
            type="button"
            class="sal-button"
            onClick={() =>
              void studio.aside.run("path", { plan: pathPlan(plan, ps), threads: state.threads })
            }
          >
            Fit the path
          </button>
        )
      )}
      {state.path && <Walk data={data} path={state.path.path} onFeature={onFeature} />}
    </section>
  );
}

function Walk({
  data,
  path,
  onFeature,
}: {
  readonly data: Opened;
  readonly path: PathJson;
  readonly onFeature: (index: number) => void;
}) {
  const id = useId();
  const [at, setAt] = useState(Math.floor(path.gammas.length / 2));
  const [p, setP] = useState(path.ps[0]);
  const point = path.points.find((candidate) => candidate.gamma === path.gammas[at] && candidate.p === p)!;
  const support = Number(point.support);
  const leaders = point.order.slice(0, Math.min(listed, support)).map(Number);
  const norms = useMemo(() => Float32Array.from(point.norms, Number), [point]);
  const most = norms[leaders[0]] || 1;
  const strengths = useMemo(() => norms.map((norm) => norm / most), [norms, most]);
  return (
    <div class="st-cut">
      <div class="st-cut-main">
        <div class="st-slider">
          <label for={id}>
            γ = <b>{formatNumber(Number(point.gamma))}</b>
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={path.gammas.length - 1}
            value={at}
            aria-valuetext={`γ = ${point.gamma}: ${point.support} features left`}
            onInput={(event) => setAt(event.currentTarget.valueAsNumber)}
          />
        </div>
        <fieldset class="st-radios">
          <legend>p</legend>
          {path.ps.map((value) => (
            <label key={value}>
              <input type="radio" name={id} checked={p === value} onChange={() => setP(value)} />
              {value}
            </label>
          ))}
        </fieldset>
        <output>
          <b>{formatNumber(support)}</b> of {formatNumber(data.features)} features left, objective{" "}
          {formatNumber(Number(point.objective))}
          {point.converged ? "" : ", not fully converged"}.
        </output>
        <ol class="st-bars">
          {leaders.map((index) => (
            <li key={index}>
              <button
                type="button"
                class="sal-link st-bar-name"
                title={data.featureNames[index]}
                onClick={() => onFeature(index)}
              >
                {data.featureNames[index]}
              </button>
              <span class="st-bar" style={{ "--part": norms[index] / most }} aria-hidden="true" />
              <span class="st-bar-value">{formatNumber(norms[index])}</span>
            </li>
          ))}
        </ol>
      </div>
      {data.image && (
        <Pixels
          shape={data.image}
          strengths={strengths}
          marked={nothing}
          onPick={onFeature}
          label={`Row norms at γ = ${point.gamma}, p = ${point.p} as a picture`}
        />
      )}
    </div>
  );
}
