import { expect, test } from "vitest";
import {
  type Field,
  integerField,
  integersField,
  messageBytes,
  messageField,
  textField,
} from "../../src/recipe/code/onnx/protobuf.js";

const hex = (...fields: readonly Field[]) => Buffer.from(messageBytes(fields)).toString("hex");

test("fields are encoded as the specification of Protocol Buffers prints them", () => {
  // protobuf.dev/programming-guides/encoding: a = 150; b = "testing"; c = { a = 150 }; packed [3, 270, 86942]; -2 in ten bytes.
  expect(hex(integerField(1, 150))).toBe("089601");
  expect(hex(textField(2, "testing"))).toBe("120774657374696e67");
  expect(hex(messageField(3, [integerField(1, 150)]))).toBe("1a03089601");
  expect(hex(integersField(6, [3, 270, 86942]))).toBe("3206038e029ea705");
  expect(hex(integerField(1, -2))).toBe("08feffffffffffffffff01");
  // By hand: field 20 takes two bytes; nothing is left out, not even nothing.
  expect(hex(integerField(20, 7), textField(1, ""), messageField(1, []))).toBe("a001070a000a00");
  expect(hex(integerField(1, Number.MAX_SAFE_INTEGER))).toBe("08ffffffffffffff0f");
});
