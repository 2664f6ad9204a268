import {
  type AnyWork,
  type Dataset,
  type Executor,
  type MetricName,
  metricOf,
  metricsOver,
  type Task,
  type TaskResult,
} from "salience/internal";
import type { FoldSeen } from "../messages.js";

/** What is to be told of the folds: how well about k features predict, by this measure. */
interface Watching {
  readonly k: number;
  readonly metric?: MetricName;
  readonly onFolds: (folds: readonly (FoldSeen | null)[]) => void;
}

/** An executor that tells of each fold as soon as it was predicted; null stands for those to come. */
export function watchFolds(inner: Executor, watching: Watching): Executor {
  return {
    run(work) {
      if (work.kind.name !== "selection") return inner.run(work);
      const places = measuringPlaces(work);
      const seen = new Map<number, readonly FoldSeen[]>();
      const tell = () =>
        watching.onFolds(
          places.flatMap<FoldSeen | null>(
            (place) => seen.get(place) ?? taskAt(work, place).splits.map(() => null),
          ),
        );
      tell();
      return inner.run({
        ...work,
        onResult(place, result) {
          work.onResult(place, result);
          if (!places.includes(place)) return;
          const task = taskAt(work, place);
          seen.set(
            place,
            foldsOf(work.datasets[task.dataset] as Dataset, task, result as TaskResult, watching),
          );
          tell();
        },
      });
    },
  };
}

/** A task of the kind "selection". */
const taskAt = ({ tasks }: AnyWork, place: number) => tasks[place] as Task;

/**
 * The tasks that measure the selection itself: neither those of shuffled labels, nor the one that selects on all rows before
 * they are split, unless that is how it is measured.
 */
function measuringPlaces(work: AnyWork): number[] {
  const own = [...work.tasks.keys()].filter((place) => {
    const { codes, targets, selection, splits } = taskAt(work, place);
    return !codes && !targets && !selection.baseline && splits.length > 0;
  });
  const nested = own.filter((place) => taskAt(work, place).splits.length === 1);
  return nested.length > 0 ? nested : own;
}

function foldsOf(
  { labels, targets }: Dataset,
  { splits }: Task,
  { perK }: TaskResult,
  { k, metric = targets ? "r2" : "accuracy" }: Watching,
): FoldSeen[] {
  const near = perK.reduce((best, one) => (Math.abs(one.k - k) < Math.abs(best.k - k) ? one : best));
  return splits.map((fold, at) => {
    const predicted = { fold, predicted: near.predictions[at], auc: near.auc[at] ?? null };
    return {
      value: metricOf(metricsOver({ labels, targets }, [predicted]), metric),
      rows: fold.test.length,
    };
  });
}
