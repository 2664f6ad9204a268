/**
 * What tests of bundlers and engines run: data is read and made, features are selected, everything that came out is given with all
 * its bits. Its one argument is the library, so that it runs wherever that was loaded.
 * @param {typeof import("../src/index.js")} salience
 * @param {{ threads: number, methods: readonly import("../src/index.js").MethodName[], files?: Readonly<Record<string, Uint8Array<ArrayBuffer>>> }} options
 */
export async function engineJob({ createKernels, parseDataset, planted, select }, options) {
  const kernels = await createKernels({ threads: options.threads });
  /** @type {Record<string, unknown>} */
  const results = { threads: kernels.threads };
  const { data } = planted({ rows: 60, noise: 30 });
  for (const method of options.methods) {
    const { features, scores } = await select(data, { method, k: 5, kernels });
    results[method] = [features, hexadecimal(scores)];
  }
  await kernels.dispose();
  for (const [name, bytes] of Object.entries(options.files ?? {})) {
    const { featureNames, labels, values } = await parseDataset(bytes, { name });
    const numbers = "data" in values ? values.data : values.values;
    results[name] = [featureNames, labels && [...labels.codes], hexadecimal(Float64Array.from(numbers))];
  }
  return results;
}

/** @param {Float64Array} numbers */
function hexadecimal(numbers) {
  const bytes = new Uint8Array(numbers.slice().buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
