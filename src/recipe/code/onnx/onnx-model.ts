import {
  bytesField,
  type Field,
  integerField,
  integersField,
  messageBytes,
  messageField,
  noField,
  textField,
} from "./protobuf.js";

/** The types of tensors that we use, with their numbers in the format. */
export const tensorTypes = { int64: 7, string: 8, bool: 9, double: 11 } as const;

/** One of {@link tensorTypes}. */
export type TensorType = keyof typeof tensorTypes;

/** The axis of the rows; its length is known when the model runs. */
export const rowsAxis = "N";

/** A tensor that a model takes or gives. */
export interface OnnxPort {
  readonly name: string;
  readonly type: TensorType;
  readonly shape: readonly (number | typeof rowsAxis)[];
  readonly says: string;
}

/** A constant. */
export type OnnxConstant = { readonly name: string; readonly shape: readonly number[] } & (
  | { readonly type: "double" | "int64"; readonly values: readonly number[] }
  | { readonly type: "string"; readonly values: readonly string[] }
);

/** What an operator is told besides its inputs. */
export type OnnxAttribute = number | readonly number[] | readonly string[];

/** An operator with its inputs and its outputs. */
export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, OnnxAttribute>>;
  /** Empty where there is nothing to say. */
  readonly says: string;
}

/** A model of ONNX. */
export interface OnnxModel {
  readonly producer: string;
  readonly producerVersion: string;
  readonly says: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
  readonly constants: readonly OnnxConstant[];
  readonly nodes: readonly OnnxNode[];
}

/**
 * The lowest set of operators in which every one that we use takes doubles: `Equal` does since 11, of September 2019. The form of the file is
 * of the same time.
 */
const operatorSet = 11;
const formatVersion = 6;

/** The default set compares texts only since 19; the set of classical models does with `LabelEncoder`, which has its present form since 2. */
const textDomain = "ai.onnx.ml";
const textOperatorSet = 2;
const textOperators: readonly string[] = ["LabelEncoder"];

/** A model as the bytes of a file. Numbers of fields are those of onnx.proto, as every reader knows them. */
export function onnxBytes(model: OnnxModel): Uint8Array {
  const { inputs, outputs, constants, nodes, metadata } = model;
  const usesTexts = nodes.some(({ operator }) => textOperators.includes(operator));
  return messageBytes([
    integerField(1, formatVersion),
    textField(2, model.producer),
    textField(3, model.producerVersion),
    textField(6, model.says),
    messageField(7, [
      ...nodes.map(nodeField),
      textField(2, model.producer),
      ...constants.map((own) => messageField(5, tensorFields(own))),
      ...inputs.map((port) => messageField(11, portFields(port))),
      ...outputs.map((port) => messageField(12, portFields(port))),
    ]),
    operatorSetField("", operatorSet),
    usesTexts ? operatorSetField(textDomain, textOperatorSet) : noField,
    ...Object.entries(metadata).map(([key, value]) =>
      messageField(14, [textField(1, key), textField(2, value)]),
    ),
  ]);
}

const operatorSetField = (domain: string, version: number): Field =>
  messageField(8, [textField(1, domain), integerField(2, version)]);

/** A node is called like its first output. */
const nodeField = ({ operator, inputs, outputs, attributes, says }: OnnxNode): Field =>
  messageField(1, [
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(3, outputs[0]),
    textField(4, operator),
    ...Object.entries(attributes).map(attributeField),
    says ? textField(6, says) : noField,
    textOperators.includes(operator) ? textField(7, textDomain) : noField,
  ]);

function attributeField([name, value]: readonly [string, OnnxAttribute]): Field {
  const [type, fields] = attributeValue(value);
  return messageField(5, [textField(1, name), ...fields, integerField(20, type)]);
}

function attributeValue(value: OnnxAttribute): [type: number, fields: Field[]] {
  if (typeof value === "number") return [2, [integerField(3, value)]];
  return isTexts(value)
    ? [8, value.map((text) => textField(9, text))]
    : [7, value.map((own) => integerField(8, own))];
}

const isTexts = (value: readonly number[] | readonly string[]): value is readonly string[] =>
  typeof value[0] === "string";

function tensorFields(own: OnnxConstant): Field[] {
  const head = [integersField(1, own.shape), integerField(2, tensorTypes[own.type]), textField(8, own.name)];
  return own.type === "string"
    ? [...head, ...own.values.map((text) => textField(6, text))]
    : [...head, bytesField(9, littleEndian(own.type, own.values))];
}

function littleEndian(type: "double" | "int64", values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    if (type === "double") view.setFloat64(8 * i, value, true);
    else view.setBigInt64(8 * i, BigInt(value), true);
  });
  return bytes;
}

function portFields({ name, type, shape, says }: OnnxPort): Field[] {
  const axes = shape.map((length) =>
    messageField(1, [length === rowsAxis ? textField(2, length) : integerField(1, length)]),
  );
  const tensor = [integerField(1, tensorTypes[type]), messageField(2, axes)];
  return [textField(1, name), messageField(2, [messageField(1, tensor)]), textField(3, says)];
}
