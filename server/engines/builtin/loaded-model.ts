import type { Enlarger } from './enlarger/enlarge.ts'
import { createEnlarger } from './enlarger/enlarge.ts'
import { hashModel } from './model/model-hash.ts'
import type { ModelDescription } from './model/model-folder.ts'
import { readModelFolder } from './model/model-folder.ts'
import type { Networks } from './networks.ts'
import { loadNetworks } from './networks.ts'
import type { PreviewMap } from './preview.ts'
import { loadPreviewMap } from './preview.ts'
import type { NoiseSchedule } from './schedule.ts'
import { createSchedule } from './schedule.ts'
import { loadTokenizer } from './tokenizer/load-tokenizer.ts'
import type { Tokenizer } from './tokenizer/tokenizer.ts'

/** All that drawing with a model needs, in memory. */
export interface LoadedModel {
  description: ModelDescription
  schedule: NoiseSchedule
  tokenizer: Tokenizer
  networks: Networks
  enlarger: Enlarger
  previewMap: PreviewMap | null
}

export interface ModelSource {
  modelDir: string
  /** Where the enlarger's converted networks are kept. */
  cacheDir: string
  /** Threads of one network run. */
  threads: number
}

/** @throws EngineError `model_broken` with one line that names the file */
export async function loadModel({
  modelDir,
  cacheDir,
  threads,
}: ModelSource): Promise<LoadedModel> {
  const description = await readModelFolder(modelDir)
  // The runtime notices a cut file, but not one in which a few weights are wrong.
  await hashModel(modelDir)
  return {
    description,
    schedule: createSchedule(description.scheduler),
    tokenizer: await loadTokenizer(modelDir),
    networks: await loadNetworks(description, threads),
    enlarger: createEnlarger(cacheDir, threads),
    previewMap: await loadPreviewMap(modelDir),
  }
}
