/** What a Redis holds besides the list of workers and the names of the queue of works. */
export async function keysLeft(client: { keys(pattern: string): Promise<string[]> }): Promise<string[]> {
  const known = /^salience:(workers|works:(id|meta|events|marker)|\w+:(meta|stalled-check))$/;
  return (await client.keys("*")).filter((key) => !known.test(key));
}
