/**
 * Settings of glibc's allocator (mallopt(3)) under which the program gives memory back that it has freed: few arenas, and a mapping of its
 * own for each block of 128 kB and more. glibc reads them when a process starts, so they stand in what starts the program: `start` of
 * package.json, and `atelier` of a release. Other systems ignore them.
 */
export const ALLOCATOR_SETTINGS: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Keeps the settings from processes started from here on: they draw with large blocks, and end when there is nothing to do. */
export function dropAllocatorSettings(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(ALLOCATOR_SETTINGS)) delete env[name]
}
