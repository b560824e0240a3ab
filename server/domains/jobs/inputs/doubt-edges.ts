import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { ForeseeContext } from '../kinds/kind.ts'

/** Pictures whose answers are remembered. A file never changes, so neither does what an engine sees in it. */
const REMEMBERED = 2000
/** An operator may switch on another network; what is remembered of the one before is forgotten then. */
const REMEMBERED_MS = 600_000
/** A quote is not kept waiting longer; what comes later is said with the next one. */
const PATIENCE_MS = 4000
/** Files that are held at once while they are looked at; a batch has many. */
const AT_ONCE = 2

/** Looks at each picture once. */
export function createEdgeDoubts({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): ForeseeContext['doubtsEdges'] {
  const known = new LRUCache<string, Promise<boolean | null>>({
    max: REMEMBERED,
    ttl: REMEMBERED_MS,
  })
  const slots = new PQueue({ concurrency: AT_ONCE })

  /** Null: nobody could look at it. */
  async function look(engine: string, storageKey: string): Promise<boolean | null> {
    const tool = engines.list().find(({ name }) => name === engine)?.tool
    const file = tool?.doubtsEdges && (await media.readPicture(storageKey))
    return file ? tool.doubtsEdges!(file) : null
  }

  return async (engine, { storageKey }) => {
    const key = `${engine} ${storageKey}`
    let looked = known.get(key)
    if (!looked) {
      looked = slots.add(() => look(engine, storageKey))
      known.set(key, looked)
      looked.then(
        (answer) => answer === null && known.delete(key),
        () => known.delete(key),
      )
    }
    const answer = looked.then(
      (doubted) => doubted === true,
      () => false,
    )
    return Promise.race([answer, sleep(PATIENCE_MS, false, { ref: false })])
  }
}
