import { accessSync, closeSync, constants, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError, withFile } from '#lib/operator-error.ts'

/**
 * Locks between processes that the kernel drops when their holder dies, however it dies: nothing is left to
 * recognise as stale, and a recycled pid cannot be mistaken for a holder. Node has no call for such locks, but the
 * SQLite inside it takes them on the file of a database; the file itself stays empty.
 */
export interface FileLock {
  release(): void
}

const BUSY = 5

/** Only creates: closing a second handle on a file that this process has locked would drop its locks. */
function ensureFile(path: string): void {
  withFile(path, () => {
    try {
      closeSync(openSync(path, 'wx', 0o600))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    accessSync(path, constants.R_OK | constants.W_OK)
  })
}

/**
 * Takes the lock, or answers null while another holder is in the way: `shared` holders stand beside each other,
 * an `exclusive` one stands alone. Two locks of one process count as two holders. The folder must exist.
 */
export function tryLock(path: string, mode: 'exclusive' | 'shared'): FileLock | null {
  ensureFile(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Without a journal on disk it also works on a full one, and a killed holder leaves nothing behind.
    database.exec('pragma journal_mode = memory')
    database.exec(mode === 'exclusive' ? 'begin exclusive' : 'begin; select 1 from sqlite_master')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === BUSY) return null
    throw new OperatorError(`${path} cannot be locked: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/**
 * Waits for the exclusive lock.
 * @throws {OperatorError} after `timeoutMs`
 */
export async function acquireLock(path: string, timeoutMs: number): Promise<FileLock> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const lock = tryLock(path, 'exclusive')
    if (lock) return lock
    if (Date.now() > deadline) {
      throw new OperatorError(`${path} has been locked by another process for too long.`)
    }
    await sleep(30)
  }
}
