import type { StoreDescription } from './retrieval-store.ts'
import { readLatents } from './retrieval-store.ts'

/**
 * Latents of unit scale of one picture of each thing, in the style that is drawn by default where there is one. A quarter of the store
 * stays in memory. Throws EngineError `model_broken`.
 */
export async function loadThumbnails(
  modelDir: string,
  store: StoreDescription,
): Promise<(concept: number) => Float32Array> {
  const { pictures, styles, plainStyle, hintStyles, spareStyles, channels, cells, step } = store
  const order = [plainStyle, ...hintStyles, ...spareStyles]
  const rank = (style: number): number => {
    const place = order.indexOf(styles[style]!)
    return place === -1 ? order.length : place
  }
  const best = new Map<number, number>()
  for (const [picture, [concept, style]] of pictures.entries()) {
    const before = best.get(concept)
    if (before === undefined || rank(style) < rank(pictures[before]![1])) best.set(concept, picture)
  }
  const all = await readLatents(modelDir, store)
  const area = cells ** 2
  const kept = new Map<number, Int8Array>()
  for (const [concept, picture] of best) {
    const latents = new Int8Array(channels * area)
    for (let channel = 0; channel < channels; channel++) {
      const start = (channel * pictures.length + picture) * area
      latents.set(all.subarray(start, start + area), channel * area)
    }
    kept.set(concept, latents)
  }
  return (concept) => Float32Array.from(kept.get(concept)!, (value) => value * step)
}
