// An HTTP endpoint that selects features of an uploaded table, with limits of size, time and number, and that stops working
// when the client goes away.
//   node examples/http-endpoint.mjs
//   curl --data-binary @docs/data/genes.csv 'http://127.0.0.1:8080/select?target=tissue&k=6'
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Fastify from "fastify";
import { InputError, parseDataset, select, selectors } from "salience";

const query = {
  type: "object",
  required: ["target"],
  properties: {
    target: { type: "string", maxLength: 200 },
    k: { type: "integer", minimum: 1, maximum: 1000, default: 20 },
    method: { enum: Object.keys(selectors), default: "dfs" },
  },
};

/**
 * The server, not yet listening.
 * @param {{ bytes?: number, seconds?: number, atOnce?: number }} [limits] of one upload, of one request, and of requests at a time
 */
export function makeServer({ bytes = 10_000_000, seconds = 30, atOnce = 2 } = {}) {
  const server = Fastify({ bodyLimit: bytes, requestTimeout: 1000 * seconds });
  /** Who has a place, and what for. @type {Map<unknown, "upload" | "work">} */
  const places = new Map();

  // Whatever a client calls it, the body is a table: its bytes, and no more of them than the limit.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  // Who comes when all places are taken is told so before the upload is read. A place is free again when the work has ended, or
  // when there will be none: "close" comes after every answer, and also when the client left.
  server.addHook("onRequest", async (request, reply) => {
    if (places.size >= atOnce)
      return reply
        .code(503)
        .header("Retry-After", seconds)
        .send({ error: "all places are taken; try again" });
    places.set(request, "upload");
    reply.raw.once("close", () => places.get(request) === "upload" && places.delete(request));
  });

  server.post("/select", { schema: { querystring: query } }, async (request, reply) => {
    const { target, k, method } = /** @type {{ target: string, k: number, method: "dfs" }} */ (request.query);
    const table = /** @type {Buffer | undefined} */ (request.body) ?? Buffer.alloc(0);
    // Size limits memory only where nothing is unpacked: no gzip, and no format but text.
    if (table[0] === 0x1f && table[1] === 0x8b)
      return reply.code(415).send({ error: "the table is gzipped; send it as text" });

    const client = new AbortController();
    reply.raw.once("close", () => client.abort());
    const signal = AbortSignal.any([client.signal, AbortSignal.timeout(1000 * seconds)]);
    places.set(request, "work");
    try {
      // Both give other requests a turn a few times a second, and look at the signal then.
      const data = await parseDataset(table, { name: "upload.csv", format: "csv", target, signal });
      const picked = await select(data, { method, k, signal, threads: 1 });
      return {
        features: picked.features,
        scores: picked.features.map((_, place) => picked.scores[picked.ranking[place]]),
        rows: data.rows,
        // What was left out, filled or guessed.
        notices: picked.notices.map(({ text }) => text),
      };
    } finally {
      places.delete(request);
    }
  });

  server.setErrorHandler((error, _request, reply) => {
    // A mistake in what was sent: one line that says what to do.
    if (error instanceof InputError) return reply.code(422).send({ error: error.message, code: error.code });
    const { name, statusCode = 500, message } = /** @type {import("fastify").FastifyError} */ (error);
    if (name === "TimeoutError")
      return reply
        .code(503)
        .send({ error: `not done within ${seconds} s; send fewer columns, or take a faster method` });
    if (name === "AbortError") return reply.send(); // nobody is there to hear it
    return reply.code(statusCode).send({ error: statusCode < 500 ? message : "internal error" });
  });
  return server;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(`listening at ${await makeServer().listen({ host: "127.0.0.1", port: 8080 })}`);
