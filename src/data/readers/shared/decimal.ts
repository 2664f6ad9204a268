/** The double nearest to `unscaled` / 10^`scale`; the engine's number parser rounds correctly, a division would not. */
export function decimalToNumber(unscaled: bigint | number, scale: number): number {
  return scale === 0 ? Number(unscaled) : Number(`${unscaled}e${-scale}`);
}

/** The signed whole number in two's complement that the bytes hold. */
export function bytesToInteger(bytes: Uint8Array, order: "big" | "little"): bigint {
  let digits = "";
  for (const byte of bytes) {
    const pair = byte.toString(16).padStart(2, "0");
    digits = order === "big" ? digits + pair : pair + digits;
  }
  return digits === "" ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${digits}`));
}
