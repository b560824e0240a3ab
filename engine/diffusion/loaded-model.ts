import type { Enlarger } from './enlarger/enlarge.ts'
import { createEnlarger } from './enlarger/enlarge.ts'
import { photoEnlarger } from './enlarger/photo-enlarger.ts'
import type { ModelDescription } from './model/model-folder.ts'
import { readModelFolder } from './model/model-folder.ts'
import type { Companions, ModelCompanion } from './model-companion.ts'
import { loadCompanion } from './model-companion.ts'
import type { Networks } from './networks.ts'
import { loadNetworks } from './networks.ts'
import type { WeightedLora } from './lora/merge-loras.ts'
import { withMergedNetworks } from './lora/with-merged-networks.ts'
import type { PreviewMap } from './preview.ts'
import { loadPreviewMap } from './preview.ts'
import type { Runtime } from '../onnx/runtime.ts'
import type { NoiseSchedule } from './schedule.ts'
import { createSchedule } from './schedule.ts'
import { createTextEncoder } from './prompt/text-encoder.ts'
import type { TextEncoder } from './prompt/text-encoder.ts'
import { loadSecondTokenizer, loadTokenizer } from './tokenizer/load-tokenizer.ts'

/** All that drawing with a model needs, in memory. */
export interface LoadedModel {
  description: ModelDescription
  schedule: NoiseSchedule
  textEncoder: TextEncoder
  networks: Networks
  enlarger: Enlarger
  previewMap: PreviewMap | null
  /** Null for a model whose folder names none. */
  companion: ModelCompanion | null
  /** Gives the memory back that is this model's alone; nothing may be asked afterwards. */
  release(): Promise<void>
}

/** A model folder as it is now, and what is added to it. */
export interface ModelVersion {
  dir: string
  stamp: string
  loras?: readonly WeightedLora[]
}

export interface EngineSource extends Runtime {
  /** Where networks with LoRAs in them are written. */
  cacheDir: string
}

export interface ModelSource extends EngineSource {
  modelDir: string
  loras?: readonly WeightedLora[] | undefined
}

/**
 * @param companions that the model's folder may name
 * @param shared enlarges for models that bring no enlarger of their own
 * @throws EngineError `model_broken` with one line that names the file
 */
export async function loadModel(
  source: ModelSource,
  companions: Companions,
  shared: Enlarger = createEnlarger(photoEnlarger, source),
): Promise<LoadedModel> {
  const { modelDir, loras = [], cacheDir, threads } = source
  const description = await readModelFolder(modelDir)
  const tokenizer = await loadTokenizer(modelDir)
  const second = await loadSecondTokenizer(description)
  const networks = await withMergedNetworks({ modelDir, loras, cacheDir, threads }, (folders) =>
    loadNetworks(description, source, folders),
  )
  try {
    const previewMap = await loadPreviewMap(modelDir)
    const companion = await loadCompanion({ description, networks, tokenizer }, companions, source)
    const own = companion?.enlarger && createEnlarger(companion.enlarger, source)
    return {
      description,
      schedule: createSchedule(description.scheduler),
      textEncoder: createTextEncoder(tokenizer, networks, second),
      networks,
      enlarger: own ?? shared,
      previewMap,
      companion,
      async release() {
        await Promise.all([networks.release(), companion?.release(), own?.release()])
      },
    }
  } catch (error) {
    await networks.release()
    throw error
  }
}
