import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createEnlarger } from '../diffusion/enlarger/enlarge.ts'
import { photoEnlarger } from '../diffusion/enlarger/photo-enlarger.ts'
import type { EngineSource, LoadedModel, ModelVersion } from '../diffusion/loaded-model.ts'
import type { Companions } from '../diffusion/model-companion.ts'
import { loadModel } from '../diffusion/loaded-model.ts'
import { weightFiles } from '../diffusion/model/model-stamp.ts'

/**
 * Room for one model, by itself and with LoRAs: a model of gigabytes has to go before the next one comes, while
 * of a small one some variants are kept.
 */
export interface ModelCache {
  /** Not to be called while a model from here is being drawn with. Throws EngineError `model_broken`. */
  load(version: ModelVersion): Promise<LoadedModel>
}

/** Variants of one model that are kept if its weights have at most so many bytes, as they are stored. */
const KEPT_VARIANTS = 3
const SMALL_BYTES = 256 * 2 ** 20

export function createModelCache(source: EngineSource, companions: Companions): ModelCache {
  const enlarger = createEnlarger(photoEnlarger, source)
  /** Variants of one model by their key; the one used last comes last. */
  const held = new Map<string, LoadedModel>()
  let heldModel = ''

  async function makeRoom(version: ModelVersion): Promise<void> {
    const isSame = heldModel === modelOf(version)
    const most = isSame && (await isSmall(version.dir, companions)) ? KEPT_VARIANTS - 1 : 0
    heldModel = modelOf(version)
    for (const [key, model] of [...held].slice(0, Math.max(0, held.size - most))) {
      held.delete(key)
      await model.release()
    }
  }

  return {
    async load(version) {
      const key = variantOf(version)
      let model = held.get(key)
      if (!model) {
        await makeRoom(version)
        model = await loadModel(
          { ...source, modelDir: version.dir, loras: version.loras },
          companions,
          enlarger,
        )
      }
      held.delete(key)
      held.set(key, model)
      return model
    },
  }
}

const modelOf = ({ dir, stamp }: ModelVersion): string => `${dir}\n${stamp}`

/** LoRAs count by their content. */
function variantOf({ dir, stamp, loras = [] }: ModelVersion): string {
  return [dir, stamp, ...loras.map(({ hash, weight }) => `${hash} ${weight}`)].join('\n')
}

async function isSmall(dir: string, companions: Companions): Promise<boolean> {
  const sizes = await Promise.all(
    (await weightFiles(dir, companions)).map(
      async (file) => (await stat(path.join(dir, file)).catch(() => null))?.size ?? 0,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) <= SMALL_BYTES
}
