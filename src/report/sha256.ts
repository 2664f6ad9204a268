/** The fractional parts of the cube roots of the first 64 primes, 32 bits each. */
const roundConstants = Uint32Array.from(
  (
    "428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 " +
    "72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da " +
    "983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 " +
    "650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 " +
    "19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 " +
    "90befffa a4506ceb bef9a3f7 c67178f2"
  ).split(" "),
  (word) => Number.parseInt(word, 16),
);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 of a text's UTF-8 bytes, in base64, as content security policies want it. The browser's own is asynchronous
 * and missing in pages that were opened from a file.
 */
export function sha256Base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.of(
    ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
  );
  const schedule = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += 64) addBlock(state, schedule, view, start);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => {
    digest.setUint32(4 * at, word);
  });
  return btoa(String.fromCharCode(...new Uint8Array(digest.buffer)));
}

function addBlock(state: Uint32Array, schedule: Uint32Array, view: DataView, start: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(start + 4 * t);
  for (let t = 16; t < 64; t++) {
    const [near, far] = [schedule[t - 2], schedule[t - 15]];
    const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    schedule[t] = sigma1 + schedule[t - 7] + sigma0 + schedule[t - 16];
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + roundConstants[t] + schedule[t]) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] += word;
  });
}
