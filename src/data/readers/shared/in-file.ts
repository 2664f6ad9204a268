import { InputError } from "../../../numeric/input-error.js";

/** Does a reader's work, and puts the file's name before the message of whatever is wrong with the file. */
export async function inFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`);
    throw error;
  }
}
