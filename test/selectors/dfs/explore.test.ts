import { test } from "vitest";
import { Random, select } from "../../../src/index.js";
import { createKernels } from "../../../src/index.js";
import { randomData, withColumns } from "../../support/random-data.js";
test("explore", { timeout: 600_000 }, async () => {
  const kernels = await createKernels({ threads: 1 });
  const from = Number(process.env.FROM ?? 0), count = Number(process.env.COUNT ?? 100);
  let bad = 0; const t0 = performance.now();
  for (let seed = from; seed < from + count; seed++) {
    const r = new Random(seed);
    const pick = <T,>(xs: T[]): T => xs[r.integer(xs.length)];
    const classes = pick([2, 2, 3, 5, 8]);
    const features = pick([1, 2, 5, 12, 30, 60, 90]);
    const rows = Math.max(2 * classes, pick([4, 10, features, Math.floor(features / 2), 2 * features, 120]));
    const standardize = r.uniform() < 0.6;
    const base = randomData({ rows, features, classes, seed, relevant: r.integer(features + 1), separation: pick([0.1, 1, 3, 30]), unbalanced: r.uniform() < 0.4, spread: standardize ? 1 : pick([1, 10, 1e2, 1e3]) });
    const data = r.uniform() < 0.3 ? withColumns(base, [(i) => base.values.get(i, 0), () => 3, (i) => base.values.get(i, features - 1)]) : base;
    const options = { p: pick([0.1, 0.5, 1, 1.5, 2]), gamma: 10 ** (-4 + 7 * r.uniform()), alpha: pick([0, 1e-3]), maxIterations: pick([1, 2, 5, 30, 60, 200]), tolerance: pick([0, 1e-4, 1e-9]), standardize, solver: pick(["auto", "tall", "wide"]), scatter: pick(["sum", "mean"]) };
    const label = `seed ${seed} n=${rows} d=${data.features} c=${classes} ${JSON.stringify(options)}`;
    try {
      const s = await select(data, { method: "dfs", k: 1, kernels, ...options });
      const c = s.certificate!;
      const problems = [];
      if (!((c.largestRise as number) <= 1e-9)) problems.push(`rise ${c.largestRise}`);
      if (!((c.constraint as number) <= 1e-8)) problems.push(`constraint ${c.constraint}`);
      if (c.rank !== s.chosen!.l) problems.push(`rank ${c.rank} of ${s.chosen!.l}`);
      if (!s.scores.every(Number.isFinite) || !s.trace!.objective.every(Number.isFinite) || !Number.isFinite(c.stationarity as number)) problems.push("not finite");
      if (c.converged && options.tolerance === 1e-9 && (c.stationarity as number) > 1e-2) problems.push(`stationarity ${c.stationarity}`);
      if (problems.length) { bad++; console.log(label, problems.join("; ")); }
    } catch (e) { bad++; console.log(label, "THROWS", String(e).slice(0, 200)); }
  }
  console.log(`${bad} of ${count} bad, ${((performance.now() - t0) / 1000).toFixed(1)} s`);
  await kernels.dispose();
});
