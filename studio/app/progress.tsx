import { useEffect, useMemo, useState } from "preact/hooks";
import { TimeLeft } from "salience/internal";
import { formatSeconds } from "../view/parts/format.js";
import type { Running } from "./state.js";

/** A bar with the time that has passed and the time left. */
export function Progress({ running, label }: { readonly running: Running; readonly label: string }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const { fraction, since } = running;
  const passed = Math.max(0, (now - since) / 1000);
  const timeLeft = useMemo(() => new TimeLeft(), [since]);
  const left = timeLeft.after(passed, fraction);
  return (
    <div class="st-progress">
      <div class="st-progress-text">
        <b>{label}</b>
        <span class="st-quiet">
          {Math.floor(100 * fraction)} %, {whole(passed)} so far
          {left !== null && `, about ${whole(left)} left`}
        </span>
      </div>
      <progress max={1} value={fraction} aria-label={label} />
    </div>
  );
}

const whole = (seconds: number) => (seconds < 90 ? `${Math.ceil(seconds)} s` : formatSeconds(seconds));
