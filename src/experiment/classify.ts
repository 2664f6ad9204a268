import type { Labels } from "../data/labels.js";
import { auc as areaUnderCurve } from "../evaluation/metrics.js";
import { findClassifier, trainClassifierAsync } from "../models/classifiers.js";
import { fitRidge } from "../models/ridge.js";
import { GrowingGram, largestGram, rbfGram } from "../models/svm/gram.js";
import {
  calibrateOnGramAsync,
  decideOnGram,
  predictOnGram,
  probabilitiesOnGram,
  trainOnGramAsync,
} from "../models/svm/on-gram.js";
import { type SvmOptions, svmKernel } from "../models/svm/svm-options.js";
import { Matrix } from "../numeric/matrix.js";
import type { Task, TaskAtK, TaskContext } from "./task.js";

/** What the judging model says at one k. */
export type Judgement = Pick<TaskAtK, "predictions" | "probabilities" | "auc" | "classifySeconds">;

/** Predictions of one split. */
interface Predicted {
  readonly codes: Int32Array;
  /** Test rows × classes. */
  readonly decisions: Matrix;
  /** Test rows × classes; null where they are not asked for, or the classifier has none. */
  readonly probabilities: Matrix | null;
}

/** A classifier that is shown more and more columns. */
interface Learner {
  /** From now on so many columns count. */
  grow(columns: number): void;
  predict(train: Int32Array, test: Int32Array): Promise<Predicted>;
  release(): void;
}

/** What a classifier learns from. */
export interface LearnedFrom {
  /** Rows × columns, scaled. */
  readonly values: Matrix;
  /** The feature of each column; the columns of a feature stand side by side, the best feature first. */
  readonly featureOf: Int32Array;
  readonly labels: Labels;
}

/** Learns from the first k features in every split of the task and predicts its test rows, for each k. */
export async function classify(
  { values, featureOf, labels }: LearnedFrom,
  task: Task,
  context: TaskContext,
): Promise<Judgement[]> {
  const onGram = task.classifier.name === "svm" && values.rows <= largestGram;
  const model = new (onGram ? SharedGram : ByValues)({ values, labels }, task, context);
  const ends = columnEnds(featureOf);
  const judgements: Judgement[] = [];
  const total = task.ks.length * task.splits.length;
  let done = 0;
  try {
    for (const k of task.ks) {
      const started = performance.now();
      model.grow(ends[k - 1]);
      const predictions: number[][] = [];
      const probabilities: (number[][] | null)[] = [];
      const auc: (number | null)[] = [];
      for (const split of task.splits) {
        const { codes, decisions, probabilities: given } = await model.predict(split.train, split.test);
        const truth = Int32Array.from(split.test, (row) => labels.codes[row]);
        predictions.push(Array.from(codes));
        probabilities.push(given && rowsOf(given));
        const area = areaUnderCurve(truth, decisions);
        auc.push(Number.isNaN(area) ? null : area);
        await context.progress(++done / total);
      }
      judgements.push({
        predictions,
        ...(task.probabilities && { probabilities }),
        auc,
        classifySeconds: (performance.now() - started) / 1000,
      });
    }
    return judgements;
  } finally {
    model.release();
  }
}

/** Probabilities to six digits, which is more than they are worth: results stay small. */
const rowsOf = (probabilities: Matrix): number[][] =>
  Array.from({ length: probabilities.rows }, (_, row) =>
    Array.from({ length: probabilities.columns }, (_, code) =>
      Number(probabilities.get(row, code).toFixed(6)),
    ),
  );

/** How many columns the first feature has, the first two together, and so on. */
const columnEnds = (featureOf: Int32Array): number[] =>
  Array.from(featureOf.keys(), (column) => column + 1).filter(
    (end) => end === featureOf.length || featureOf[end] !== featureOf[end - 1],
  );

/** Fits ridge regression to the first k features in every split of the task and predicts its test rows, for each k. */
export async function regress(
  { values, featureOf }: Pick<LearnedFrom, "values" | "featureOf">,
  targets: Float64Array,
  task: Task,
  context: TaskContext,
): Promise<Judgement[]> {
  const ends = columnEnds(featureOf);
  const judgements: Judgement[] = [];
  for (const [place, k] of task.ks.entries()) {
    const started = performance.now();
    const columns = values.block(0, 0, values.rows, ends[k - 1]);
    const predictions: number[][] = [];
    for (const { train, test } of task.splits) {
      const known = Float64Array.from(train, (row) => targets[row]);
      const fitted = fitRidge(columns.selectRows(train), known, context.kernels);
      predictions.push(Array.from(fitted.predict(columns.selectRows(test))));
    }
    judgements.push({ predictions, auc: [], classifySeconds: (performance.now() - started) / 1000 });
    await context.progress((place + 1) / task.ks.length);
  }
  return judgements;
}

/** The groups of some rows; null where rows do not belong together. */
const groupsOf = ({ probabilities }: Task, rows: Int32Array): string[] | null =>
  probabilities?.groups ? Array.from(rows, (row) => String(probabilities.groups![row])) : null;

/** Support vector machines that share one Gram matrix, over all splits and as features are added. */
class SharedGram implements Learner {
  private readonly gram: GrowingGram;
  /** The kernel values: the Gram matrix itself, or what an RBF kernel makes of it. */
  private kernel: Matrix;

  constructor(
    private readonly from: Omit<LearnedFrom, "featureOf">,
    private readonly task: Task,
    private readonly context: TaskContext,
  ) {
    this.gram = new GrowingGram(context.kernels, from.values.rows);
    this.kernel = this.gram.values;
  }

  grow(columns: number): void {
    const { values } = this.from;
    const { rows } = values;
    const held = this.gram.features;
    this.gram.add(values.block(0, held, rows, columns - held));
    const kernel = svmKernel(this.task.classifier.options as SvmOptions, columns);
    if (kernel.name === "linear") return;
    if (this.kernel === this.gram.values) this.kernel = Matrix.zeros(rows, rows);
    rbfGram(this.context.kernels, this.gram.values, kernel.gamma, this.kernel);
  }

  async predict(train: Int32Array, test: Int32Array): Promise<Predicted> {
    const { codes, classes } = this.from.labels;
    const { kernel } = this;
    const options = this.task.classifier.options as Partial<SvmOptions>;
    const progress = () => this.context.progress(0);
    const models = await trainOnGramAsync(kernel, codes, train, options, progress);
    const sigmoids = this.task.probabilities
      ? await calibrateOnGramAsync(
          kernel,
          { codes, train, order: models.order, groups: groupsOf(this.task, train) },
          options,
          progress,
        )
      : null;
    return {
      codes: predictOnGram(models, kernel, test),
      decisions: decideOnGram(models, kernel, test, classes.length),
      probabilities: sigmoids && probabilitiesOnGram(models, sigmoids, kernel, test, classes.length),
    };
  }

  release(): void {
    this.gram.release();
  }
}

/** Any classifier, fitted anew on the values each time. */
class ByValues implements Learner {
  private columns = 0;

  constructor(
    private readonly from: Omit<LearnedFrom, "featureOf">,
    private readonly task: Task,
    private readonly context: TaskContext,
  ) {}

  grow(columns: number): void {
    this.columns = columns;
  }

  async predict(train: Int32Array, test: Int32Array): Promise<Predicted> {
    const { values, labels } = this.from;
    const { codes, classes } = labels;
    const { name, options } = this.task.classifier;
    const probabilities = this.task.probabilities !== undefined;
    const columns = values.block(0, 0, values.rows, this.columns);
    const fitted = await trainClassifierAsync(
      findClassifier(name, this.context.definitions?.classifiers),
      {
        values: columns.selectRows(train),
        codes: Int32Array.from(train, (row) => codes[row]),
        classes,
        ...(probabilities && { probabilities, groups: groupsOf(this.task, train) }),
      },
      options,
      this.context.kernels,
      () => this.context.progress(0),
    );
    const tested = columns.selectRows(test);
    return {
      codes: fitted.predict(tested),
      decisions: fitted.decide(tested),
      probabilities: probabilities ? (fitted.probabilities?.(tested) ?? null) : null,
    };
  }

  release(): void {}
}
