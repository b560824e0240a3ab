import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { ForeseeContext } from '../kinds/kind.ts'

/** Pictures whose answers are remembered. A file never changes, so neither does what an engine sees in it. */
const REMEMBERED = 2000
/** A quote is not kept waiting longer; what comes later is said with the next one. */
const PATIENCE_MS = 4000

/** Looks at each picture once. */
export function createEdgeDoubts({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): ForeseeContext['doubtsEdges'] {
  const known = new LRUCache<string, Promise<boolean>>({ max: REMEMBERED })

  async function look(engine: string, storageKey: string): Promise<boolean> {
    const tool = engines.list().find(({ name }) => name === engine)?.tool
    const file = tool?.doubtsEdges && (await media.readPicture(storageKey))
    return file ? tool.doubtsEdges!(file) : false
  }

  return async (engine, { storageKey }) => {
    const key = `${engine} ${storageKey}`
    let looked = known.get(key)
    if (!looked) {
      looked = look(engine, storageKey)
      known.set(key, looked)
      looked.catch(() => known.delete(key))
    }
    return Promise.race([looked.catch(() => false), sleep(PATIENCE_MS, false, { ref: false })])
  }
}
