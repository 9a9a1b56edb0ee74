/** Does one thing, then the other, and gives what the other gives. */
export function inTurn<T>(first: () => Promise<unknown>, last: () => Promise<T>): () => Promise<T> {
  return async () => {
    await first();
    return await last();
  };
}
