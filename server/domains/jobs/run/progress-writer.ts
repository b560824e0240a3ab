import { setTimeout as sleep } from 'node:timers/promises'

export interface ProgressWriter<T> {
  push(value: T): void
  /** Drops what was not written yet; resolves when nothing is being written. */
  close(): Promise<void>
}

/** `write` must not reject. Writes the latest of a fast row of values, at most once in `intervalMs`; those in between are dropped. */
export function createProgressWriter<T>(
  write: (value: T) => Promise<void>,
  intervalMs: number,
): ProgressWriter<T> {
  let latest: { value: T } | null = null
  let writing: Promise<void> | null = null
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  async function writeAll(): Promise<void> {
    while (latest !== null && !isClosed()) {
      const { value } = latest
      latest = null
      await write(value)
      await sleep(intervalMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    writing = null
  }

  return {
    push(value) {
      if (isClosed()) return
      latest = { value }
      writing ??= writeAll()
    },
    async close() {
      closing.abort()
      await writing
    },
  }
}
