/** How many ticks of each unit a second has. */
const ticksPerSecond = {
  second: 1n,
  millisecond: 1_000n,
  microsecond: 1_000_000n,
  nanosecond: 1_000_000_000n,
};

/** A unit of time in columnar files. */
export type TimeUnit = keyof typeof ticksPerSecond;

/** The day that lies `days` after 1970-01-01, as in ISO 8601. */
export function dateText(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** A moment counted from 1970 as in ISO 8601, with as many decimals as it has; `zone` is `Z` where it is in UTC. */
export function timestampText(ticks: bigint, unit: TimeUnit, zone: "" | "Z"): string {
  const perSecond = ticksPerSecond[unit];
  const fraction = ((ticks % perSecond) + perSecond) % perSecond;
  const second = (ticks - fraction) / perSecond;
  return new Date(Number(second) * 1000).toISOString().slice(0, -5) + decimals(fraction, perSecond) + zone;
}

/** A time of day as `hh:mm:ss`, with as many decimals as it has. */
export function timeText(ticks: bigint, unit: TimeUnit): string {
  return timestampText(ticks, unit, "").split("T")[1];
}

function decimals(fraction: bigint, perSecond: bigint): string {
  if (fraction === 0n) return "";
  return `.${String(fraction)
    .padStart(String(perSecond).length - 1, "0")
    .replace(/0+$/, "")}`;
}
