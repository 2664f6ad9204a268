/** Bytes that selecting in memory takes for each value: the data, and two copies that are worked on. */
const bytesPerValue = 3 * 8;

/** Samples × features. */
export interface Shape {
  readonly rows: number;
  readonly features: number;
}

/** How much memory it takes to select from data of this size in memory. */
export const memoryNeeded = ({ rows, features }: Shape): number => bytesPerValue * rows * features;

/** Whether data of this size can be selected from in so many bytes of memory; else it is read in blocks of columns. */
export const fitsInMemory = (shape: Shape, memory: number): boolean => memoryNeeded(shape) <= memory;
