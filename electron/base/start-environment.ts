/**
 * What a process of Skyferry is given before it starts, as it is read then: units, image and the window's engine take it
 * from here, the launchers in `build` say the same.
 *
 * 64 threads: a drive that hangs keeps those of its folder for good, and the rest must go on reading files and finding
 * addresses; at rest they take half a megabyte together. Two arenas: with more, each thread keeps memory of its own that
 * was freed (glibc alone reads it).
 */
export const startEnvironment = { UV_THREADPOOL_SIZE: "64", MALLOC_ARENA_MAX: "2" } as const;
