/** Memory for variants that were just asked for, and how long one may be served without looking at the store. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRY_BYTES = 1024 * 1024
const FRESH_MS = 60_000

export interface RecentVariants {
  find(key: string): Buffer | null
  remember(key: string, body: Buffer): void
  /** Drops everything below a folder of variants. */
  forget(prefix: string): void
}

/**
 * The variants that this process served last, least recently used ones dropped first. Entries expire, so that
 * what another process deleted does not stay in memory; who may see a picture is asked before.
 */
export function createRecentVariants(): RecentVariants {
  const entries = new Map<string, { body: Buffer; until: number }>()
  let bytes = 0

  const drop = (key: string): void => {
    bytes -= entries.get(key)?.body.length ?? 0
    entries.delete(key)
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (!entry) return null
      if (entry.until <= Date.now()) {
        drop(key)
        return null
      }
      // A map keeps the order of insertion: the first is the one that was not used for longest.
      entries.delete(key)
      entries.set(key, entry)
      return entry.body
    },
    remember(key, body) {
      if (body.length > MAX_ENTRY_BYTES) return
      drop(key)
      entries.set(key, { body, until: Date.now() + FRESH_MS })
      bytes += body.length
      for (const oldest of entries.keys()) {
        if (bytes <= MAX_BYTES) break
        drop(oldest)
      }
    },
    forget(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) drop(key)
    },
  }
}
