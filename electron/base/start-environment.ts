/**
 * Environment of a process of Skyferry, given before it starts, as it is read then. Units, image and the window's engine
 * take it from here; the launchers in `build` say which part of it counts there.
 *
 * 64 threads: a drive that hangs keeps those of its folder for good, and the rest must go on reading files and finding
 * addresses; at rest they take half a megabyte together. The others keep glibc from holding memory that was freed, 20 MB
 * after a rescan: two arenas, not one for each thread; and a limit that stays, where glibc's own grows with each block.
 * In Electron, which brings an allocator of its own, these two do nothing.
 */
export const startEnvironment = {
  UV_THREADPOOL_SIZE: "64",
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;
