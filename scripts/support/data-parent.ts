import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Files that are kept in memory, where a system has that: a database is 1,500 of them, which a disk takes 0.4 seconds of a
 * processor to make.
 */
export const IN_MEMORY = '/dev/shm'
/** Bytes; about four times what a run of all tests holds at once. */
const ROOM = 6 * 1024 ** 3

/** The folder in which tests make those of their apps' data: in memory where there is much of it. */
export function dataParent(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  // A container may have less memory than its machine.
  return bavail * bsize > ROOM && process.availableMemory() > ROOM ? IN_MEMORY : tmpdir()
}
