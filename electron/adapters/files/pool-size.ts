/**
 * The pool that calls on files wait in was started with more threads than drives that hang will keep; Node's own four are
 * few. Asked when it is used: the program sets the size after parts of it are loaded.
 */
export function hasLargePool(): boolean {
  return Number(process.env.UV_THREADPOOL_SIZE ?? 4) >= 48;
}
