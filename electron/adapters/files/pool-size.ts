/** The pool that calls on files wait in was started with more threads than drives that hang will keep; Node's own four are few. */
export const hasLargePool = Number(process.env.UV_THREADPOOL_SIZE ?? 4) >= 48;
