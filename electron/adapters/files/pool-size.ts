/**
 * Threads of the pool that calls on files wait in: Node's own four, or what libuv makes of the environment. Asked when it
 * is used: the program sets the size after parts of it are loaded.
 */
export function poolSize(): number {
  const size = Number.parseInt(process.env.UV_THREADPOOL_SIZE ?? "4", 10) || 1;
  return Math.min(Math.max(size, 1), 1_024);
}

/** The pool was started with more threads than drives that hang will keep. */
export function hasLargePool(): boolean {
  return poolSize() >= 48;
}
