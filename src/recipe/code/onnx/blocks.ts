import type { CodeFunction, Expression, Test } from "../program.js";
import type { Graph } from "./graph.js";
import { tensorTypes } from "./onnx-model.js";

/** Cells of all rows as one tensor, rows × columns; a constant has a single row, which stands for all. */
export interface Block {
  readonly name: string;
  readonly columns: number;
  readonly isConstant: boolean;
}

type Of<Op extends Expression["op"]> = Extract<Expression, { op: Op }>;

const zero: Expression = { op: "number", value: 0 };

/**
 * Spells expressions as operators on whole tensors. Many expressions are spelled at once, those that begin alike together: a step
 * of a thousand cells takes a handful of operators, however many rows there are.
 */
export class Blocks {
  private readonly steps = new Map<string, Block>();

  /** `zeros` is the name of a column of zeros, one for each row. */
  constructor(
    private readonly graph: Graph,
    private readonly zeros: string,
  ) {}

  /** Makes a step known. */
  keep(step: string, cells: Block): void {
    this.steps.set(step, this.spread(cells));
  }

  /** The cells of a step that was kept. */
  step(name: string): Block {
    return this.steps.get(name)!;
  }

  /** A constant in every row. */
  spread(block: Block): Block {
    return block.isConstant ? this.block("Add", [this.zeros, block.name], block.columns) : block;
  }

  /** Columns of a block, in this order. */
  pick(block: Block, places: readonly number[]): Block {
    if (places.length === block.columns && places.every((place, at) => place === at)) return block;
    const indices = this.graph.integers(places, [places.length]);
    const name = this.graph.node("Gather", [block.name, indices], { axis: 1 });
    return { name, columns: places.length, isConstant: block.isConstant };
  }

  /** Blocks side by side. */
  join(blocks: readonly Block[]): Block {
    if (blocks.length === 1) return blocks[0];
    const isConstant = blocks.every((own) => own.isConstant);
    const parts = isConstant ? blocks : blocks.map((own) => this.spread(own));
    const columns = parts.reduce((sum, own) => sum + own.columns, 0);
    const names = parts.map(({ name }) => name);
    return { name: this.graph.node("Concat", names, { axis: 1 }), columns, isConstant };
  }

  /** A column for each expression. */
  numbers(of: readonly Expression[]): Block {
    return this.grouped(of.map(plain), likeness, (alike) => this.alike(alike));
  }

  /** A column for each test. */
  tests(of: readonly Test[]): Block {
    return this.grouped(
      of,
      ({ op }) => op,
      (alike) => {
        const [{ op }] = alike;
        if (op === "missing")
          return this.each(
            "IsNaN",
            this.numbers(alike.map((own) => (own as Extract<Test, { op: "missing" }>).of)),
          );
        if (op === "and" || op === "or") {
          const pairs = alike as readonly Extract<Test, { op: "and" | "or" }>[];
          const sides = [pairs.map(({ left }) => left), pairs.map(({ right }) => right)];
          return this.both(
            op === "and" ? "And" : "Or",
            sides.map((side) => this.tests(side)),
          );
        }
        const pairs = alike as readonly Extract<Test, { op: "<" | ">" | "=" }>[];
        const sides = [pairs.map(({ left }) => left), pairs.map(({ right }) => right)];
        return this.both(
          comparisons[op],
          sides.map((side) => this.numbers(side)),
        );
      },
    );
  }

  /** An operator on each element. */
  each(operator: string, block: Block): Block {
    return { ...block, name: this.graph.node(operator, [block.name]) };
  }

  /** An operator on the elements of blocks at the same place. */
  both(operator: string, blocks: readonly Block[]): Block {
    const name = this.graph.node(
      operator,
      blocks.map((own) => own.name),
    );
    return { name, columns: blocks[0].columns, isConstant: blocks.every((own) => own.isConstant) };
  }

  /** A column of constants. */
  constants(values: readonly number[]): Block {
    const name = this.graph.doubles(values, [1, values.length]);
    return { name, columns: values.length, isConstant: true };
  }

  /** Elements as another type. */
  cast(block: Block, type: keyof typeof tensorTypes): Block {
    return { ...block, name: this.graph.node("Cast", [block.name], { to: tensorTypes[type] }) };
  }

  private block(operator: string, inputs: readonly string[], columns: number): Block {
    return { name: this.graph.node(operator, inputs), columns, isConstant: false };
  }

  /** Spells those that are alike together, and puts the columns back into their order. */
  private grouped<T>(
    of: readonly T[],
    keyOf: (one: T) => string,
    spell: (alike: readonly T[]) => Block,
  ): Block {
    const groups = new Map<string, number[]>();
    of.forEach((one, place) => {
      const key = keyOf(one);
      const group = groups.get(key);
      if (group) group.push(place);
      else groups.set(key, [place]);
    });
    const places = [...groups.values()];
    const joined = this.join(places.map((group) => spell(group.map((place) => of[place]))));
    const order = new Array<number>(of.length);
    places.flat().forEach((place, at) => {
      order[place] = at;
    });
    return this.pick(joined, order);
  }

  private alike(alike: readonly Expression[]): Block {
    const [{ op }] = alike;
    switch (op) {
      case "number":
        return this.constants((alike as Of<"number">[]).map(({ value }) => value));
      case "cell": {
        const cells = alike as Of<"cell">[];
        return this.pick(
          this.step(cells[0].step),
          cells.map(({ at }) => at),
        );
      }
      case "call": {
        const calls = alike as Of<"call">[];
        return this.call(calls[0].name, this.numbers(calls.map((own) => own.of)));
      }
      case "if": {
        const choices = alike as Of<"if">[];
        return this.both("Where", [
          this.tests(choices.map(({ test }) => test)),
          this.numbers(choices.map(({ then }) => then)),
          this.numbers(choices.map(({ otherwise }) => otherwise)),
        ]);
      }
      case "table":
        return this.tables(alike as Of<"table">[]);
      case "sum":
        return this.sums(alike as Of<"sum">[]);
      case "dot":
        return this.dots(alike as Of<"dot">[]);
      case "distance":
        return this.distances(alike as Of<"distance">[]);
      case "largest":
      case "place of largest":
        return this.largest(alike as Of<"largest" | "place of largest">[]);
      case "at": {
        const cells = alike as Of<"at">[];
        const places = this.spread(this.numbers(cells.map(({ place }) => place)));
        const inputs = [this.step(cells[0].step).name, this.cast(places, "int64").name];
        const name = this.graph.node("GatherElements", inputs, { axis: 1 });
        return { name, columns: cells.length, isConstant: false };
      }
      default: {
        const pairs = alike as Of<"+" | "-" | "*" | "/">[];
        return this.both(arithmetic[op], [
          this.numbers(pairs.map(({ left }) => left)),
          this.numbers(pairs.map(({ right }) => right)),
        ]);
      }
    }
  }

  /** No number where there is no logarithm, so that what follows fills it and the row is told as a problem. */
  private call(name: CodeFunction, of: Block): Block {
    const logarithm = (value: Block): Block => {
      const positive = this.graph.node("Greater", [value.name, this.graph.doubles([0])]);
      const log = this.graph.node("Log", [value.name]);
      return { ...of, name: this.graph.node("Where", [positive, log, this.graph.doubles([Number.NaN])]) };
    };
    const divided = (by: number) => ({
      ...of,
      name: this.graph.node("Div", [logarithm(of).name, this.graph.doubles([by])]),
    });
    switch (name) {
      case "log":
        return logarithm(of);
      case "log2":
        return divided(Math.LN2);
      case "log10":
        return divided(Math.LN10);
      case "log1p": {
        // Exact for small values too: the rounding of 1 + x cancels.
        const one = this.graph.doubles([1]);
        const more = { ...of, name: this.graph.node("Add", [of.name, one]) };
        const kept = this.graph.node("Sub", [more.name, one]);
        const part = this.graph.node("Div", [of.name, kept]);
        const isSmall = this.graph.node("Equal", [more.name, one]);
        const large = this.graph.node("Mul", [logarithm(more).name, part]);
        return { ...of, name: this.graph.node("Where", [isSmall, of.name, large]) };
      }
      default:
        return this.each({ exp: "Exp", sqrt: "Sqrt", abs: "Abs" }[name], of);
    }
  }

  /** All tables behind each other in one list that begins with the 0 for places that are in none. */
  private tables(of: readonly Of<"table">[]): Block {
    const list = [0];
    const starts = new Map<readonly number[], number>();
    for (const { values } of of)
      if (!starts.has(values)) {
        starts.set(values, list.length);
        for (const value of values) list.push(value);
      }
    const { graph } = this;
    const places = this.numbers(of.map(({ place }) => place));
    const lengths = this.constants(of.map(({ values }) => values.length));
    const inside = this.both("And", [
      this.each("Not", this.both("Less", [places, this.constants(of.map(() => 0))])),
      this.both("Less", [places, lengths]),
    ]);
    const shifted = this.both("Add", [places, this.constants(of.map(({ values }) => starts.get(values)!))]);
    const found = { ...shifted, name: graph.node("Where", [inside.name, shifted.name, graph.doubles([0])]) };
    const values = graph.doubles(list, [list.length]);
    return { ...found, name: graph.node("Gather", [values, this.cast(found, "int64").name], { axis: 0 }) };
  }

  /** Sums of equally many terms. */
  private sums(of: readonly Of<"sum">[]): Block {
    const terms = of[0].of.length;
    const all = this.spread(this.numbers(of.flatMap((own) => own.of)));
    const { graph } = this;
    if (of.length === 1) {
      const name = graph.node("ReduceSum", [all.name], { axes: [1], keepdims: 1 });
      return { name, columns: 1, isConstant: false };
    }
    // 0 keeps the number of rows.
    const cube = graph.node("Reshape", [all.name, graph.integers([0, of.length, terms], [3])]);
    const name = graph.node("ReduceSum", [cube], { axes: [2], keepdims: 0 });
    return { name, columns: of.length, isConstant: false };
  }

  private dots(of: readonly Of<"dot">[]): Block {
    const step = this.step(of[0].step);
    const weights = of[0].by.flatMap((_, i) => of.map(({ by }) => by[i]));
    const matrix = this.graph.doubles(weights, [step.columns, of.length]);
    return this.block("MatMul", [step.name, matrix], of.length);
  }

  /**
   * Feature by feature, as `predict` adds them up, so that equal distances stay equal; at once they would take rows × features × samples
   * of memory.
   */
  private distances(of: readonly Of<"distance">[]): Block {
    const step = this.step(of[0].step);
    const { graph } = this;
    let sum = "";
    for (let i = 0; i < step.columns; i++) {
      const apart = graph.node("Sub", [
        this.constants(of.map(({ by }) => by[i])).name,
        this.pick(step, [i]).name,
      ]);
      const square = graph.node("Mul", [apart, apart]);
      sum = sum ? graph.node("Add", [sum, square]) : square;
    }
    return { name: sum, columns: of.length, isConstant: false };
  }

  private largest(of: readonly Of<"largest" | "place of largest">[]): Block {
    const { step, op } = of[0];
    const { graph } = this;
    const inputs = [this.step(step).name];
    const found: Block =
      op === "largest"
        ? {
            name: graph.node("ReduceMax", inputs, { axes: [1], keepdims: 1 }),
            columns: 1,
            isConstant: false,
          }
        : this.cast(
            {
              name: graph.node("ArgMax", inputs, { axis: 1, keepdims: 1 }),
              columns: 1,
              isConstant: false,
            },
            "double",
          );
    return this.pick(
      found,
      of.map(() => 0),
    );
  }
}

const comparisons = { "<": "Less", ">": "Greater", "=": "Equal" } as const;
const arithmetic = { "+": "Add", "-": "Sub", "*": "Mul", "/": "Div" } as const;

/** Without sums that add nothing up. */
function plain(expression: Expression): Expression {
  if (expression.op !== "sum" || expression.of.length > 1) return expression;
  return expression.of.length === 0 ? zero : plain(expression.of[0]);
}

/** Expressions with the same word are spelled together. */
function likeness(expression: Expression): string {
  switch (expression.op) {
    case "cell":
    case "dot":
    case "distance":
    case "largest":
    case "place of largest":
    case "at":
      return `${expression.op} ${expression.step}`;
    case "call":
      return `call ${expression.name}`;
    case "sum":
      return `sum of ${expression.of.length}`;
    default:
      return expression.op;
  }
}
