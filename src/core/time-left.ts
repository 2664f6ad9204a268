/** Before so much is done, and so many seconds have passed, nobody can say how long it will take. */
const [leastDone, leastSeconds] = [0.02, 0.8];

/** A step of so much of the time that has passed brings what is shown half the way to what it tells: soon where that is less. */
const [halfDown, halfUp] = [0.07, 0.75];

/**
 * How long work will still take, from how far it has come. Parts of work are never as long as was thought, and some end all at once: what
 * has passed, divided by what is done, rises while nothing is heard and falls when a part ends, where it is right. So the time shown
 * runs down like a clock, and is drawn towards that figure, the slower the longer the work has gone on, and slowest where it would rise.
 */
export class TimeLeft {
  private shown: number | null = null;
  private last = 0;

  /** The seconds left, after so many seconds with this part of the work done; null while too little is known. */
  after(seconds: number, done: number): number | null {
    if (done < leastDone || seconds < leastSeconds) return null;
    const told = (seconds * (1 - done)) / done;
    const step = seconds - this.last;
    const clock = Math.max(0, (this.shown ?? told + step) - step);
    const half = (told < clock ? halfDown : halfUp) * seconds;
    this.shown = told + ((clock - told) * half) / (half + step);
    this.last = seconds;
    return this.shown;
  }
}
