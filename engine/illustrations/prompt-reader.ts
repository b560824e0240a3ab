import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { runInThread } from '#lib/threads.ts'
import type { Understanding as Told } from '#lib/engine-spec/index.ts'
import { modelBroken, reasonOf } from '../model-files.ts'
import type { PromptReader } from '../diffusion/model-companion.ts'
import { loadPreviewMap, renderPreview } from '../diffusion/preview.ts'
import type { PreviewMap } from '../diffusion/preview.ts'
import { readStoreDescription } from './store/retrieval-store.ts'
import type { StoreDescription } from './store/retrieval-store.ts'
import { loadThumbnails } from './store/thumbnails.ts'
import type { PromptReading, PromptToRead } from './prompt-thread.ts'
import { findThings } from './words/find-things.ts'

const THREAD = new URL('prompt-thread.ts', import.meta.url)
/** Pixels of the edge of the small picture of a thing. */
const EDGE = 64

/** A prompt for a price, for its job and for the cells of a grid is read once. */
const KEPT = 500

/**
 * Reads prompts for a model folder with a store, without its networks: what is drawn later is what is said here. Null for a folder
 * without a store. Throws EngineError `model_broken`.
 */
export async function openPromptReader(modelDir: string): Promise<PromptReader | null> {
  const store = await readStoreDescription(modelDir)
  if (!store) return null
  const show = showThings(modelDir, store)
  // A folder that was changed is opened again.
  const opened = randomUUID()
  const kept = new LRUCache<string, Promise<PromptReading>>({ max: KEPT })
  async function read(asked: PromptToRead['asked']): Promise<PromptReading> {
    try {
      return await runInThread<PromptReading>(THREAD, {
        opened,
        modelDir,
        asked,
      } satisfies PromptToRead)
    } catch (error) {
      throw modelBroken(modelDir, reasonOf(error), error)
    }
  }
  function readOnce(asked: PromptToRead['asked']): Promise<PromptReading> {
    const key = JSON.stringify(asked)
    const reading = kept.get(key) ?? read(asked)
    kept.set(key, reading)
    reading.catch(() => kept.delete(key))
    return reading
  }
  return {
    async understand(prompt, steps, { subject, isAlone = false } = {}) {
      const { told, ...others } = await readOnce({
        prompt,
        steps: stepsThatCount(prompt, steps),
        subject,
        isAlone,
      })
      const understood = told.map(async ({ text, concept }) => ({
        text,
        picture: concept === null ? null : await show(concept),
      }))
      return { ...others, understood: await Promise.all(understood) } satisfies Told
    },
    async things(search, { from, count }) {
      const found = findThings(store, search)
      const shown = found.slice(from, from + count)
      return {
        categories: store.thingNames?.categories ?? [],
        total: found.length,
        things: await Promise.all(
          shown.map(async ({ concept, name, names, category }) => ({
            name,
            names,
            category,
            picture: await show(concept),
          })),
        ),
      }
    },
  }
}

/** Without square brackets the words are the same at each step. */
const stepsThatCount = (prompt: string, steps: number): number => (prompt.includes('[') ? steps : 1)

/** Small pictures of things; what they are made of is read when the first is asked for. */
function showThings(
  modelDir: string,
  store: StoreDescription,
): (concept: number) => Promise<string | null> {
  const pictures = new Map<number, Promise<string | null>>()
  let source: Promise<{ map: PreviewMap | null; latentsOf(concept: number): Float32Array }> | null
  source = null
  const load = async () => ({
    map: await loadPreviewMap(modelDir),
    latentsOf: await loadThumbnails(modelDir, store),
  })
  async function render(concept: number): Promise<string | null> {
    source ??= load()
    const { map, latentsOf } = await source
    const size = { width: store.cells, height: store.cells }
    return map && renderPreview(map, Float64Array.from(latentsOf(concept)), size, EDGE)
  }
  return (concept) => {
    const picture = pictures.get(concept) ?? render(concept)
    pictures.set(concept, picture)
    return picture
  }
}
