import type { OnnxAttribute, OnnxConstant, OnnxNode } from "./onnx-model.js";

/**
 * A graph that grows. The same operator of the same inputs is there once, and so is a constant. Values are called after the step that
 * they belong to; no two have one name.
 */
export class Graph {
  private readonly nodes: OnnxNode[] = [];
  private readonly constants: OnnxConstant[] = [];
  private readonly results = new Set<string>();
  private readonly taken: Set<string>;
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private step = "";
  private says = "";

  /** With names that are used for something else. */
  constructor(taken: readonly string[]) {
    this.taken = new Set(taken);
  }

  /** What follows belongs to this step; its first node says what it does. */
  begin(step: string, says: string): void {
    this.step = step;
    this.says = says;
  }

  /** The value that an operator makes. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): string {
    return this.once(JSON.stringify([operator, inputs, attributes]), () => {
      const name = this.newName(this.step);
      this.push(operator, inputs, [name], attributes);
      return name;
    });
  }

  /** The second of the two values that an operator makes. */
  second(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, OnnxAttribute>>) {
    const name = this.newName(this.step);
    this.push(operator, inputs, [this.newName(this.step), name], attributes);
    return name;
  }

  /** A value once more, under a name that was taken: a result of the graph. */
  rename(value: string, name: string): void {
    this.push("Identity", [value], [name], {});
    this.results.add(name);
  }

  /** What the results need. Runtimes warn of the rest. */
  needed(): { readonly nodes: OnnxNode[]; readonly constants: OnnxConstant[] } {
    const used = new Set(this.results);
    const nodes = [...this.nodes].reverse().filter(({ inputs, outputs }) => {
      const isUsed = outputs.some((name) => used.has(name));
      if (isUsed) for (const name of inputs) used.add(name);
      return isUsed;
    });
    return { nodes: nodes.reverse(), constants: this.constants.filter(({ name }) => used.has(name)) };
  }

  /** A constant of numbers; without a shape a single one. */
  doubles(values: readonly number[], shape: readonly number[] = []): string {
    // JSON has no word for what is no number.
    return this.constant({ type: "double", values, shape }, `double ${values}/${shape}`);
  }

  /** A constant of whole numbers; without a shape a single one. */
  integers(values: readonly number[], shape: readonly number[] = []): string {
    return this.constant({ type: "int64", values, shape }, `int64 ${values}/${shape}`);
  }

  /** A constant list of texts, or a single one. */
  texts(values: readonly string[] | string): string {
    const list = typeof values === "string" ? [values] : values;
    const shape = typeof values === "string" ? [] : [values.length];
    return this.constant({ type: "string", values: list, shape }, `texts ${JSON.stringify(values)}`);
  }

  private push(
    operator: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>>,
  ) {
    this.nodes.push({ operator, inputs, outputs, attributes, says: this.says });
    this.says = "";
  }

  private constant(
    own:
      | { type: "double" | "int64"; values: readonly number[]; shape: readonly number[] }
      | { type: "string"; values: readonly string[]; shape: readonly number[] },
    key: string,
  ): string {
    return this.once(key, () => {
      const name = this.newName("constant");
      this.constants.push({ ...own, name });
      return name;
    });
  }

  private once(key: string, make: () => string): string {
    const name = this.known.get(key) ?? make();
    this.known.set(key, name);
    return name;
  }

  private newName(stem: string): string {
    let count = this.counts.get(stem) ?? 0;
    let name: string;
    do name = `${stem}_${++count}`;
    while (this.taken.has(name));
    this.counts.set(stem, count);
    this.taken.add(name);
    return name;
  }
}
