import { createEnlarger } from './enlarger/enlarge.ts'
import type { EngineSource, LoadedModel, ModelVersion } from './loaded-model.ts'
import { loadModel } from './loaded-model.ts'

/** Room for one model: a model of gigabytes has to go before the next one comes. */
export interface ModelSlot {
  /** Not to be called while a model from here is being drawn with. Throws EngineError `model_broken`. */
  load(version: ModelVersion): Promise<LoadedModel>
}

export function createModelSlot(source: EngineSource): ModelSlot {
  const enlarger = createEnlarger(source.cacheDir, source.threads)
  let held: (ModelVersion & { model: LoadedModel }) | null = null

  return {
    async load(version) {
      if (held?.dir === version.dir && held.stamp === version.stamp) return held.model
      const before = held
      held = null
      await before?.model.networks.release()
      const model = await loadModel({ ...source, modelDir: version.dir }, enlarger)
      held = { ...version, model }
      return model
    },
  }
}
