import { LRUCache } from 'lru-cache'
import type { ImageLora, LoraFit, LoraReference } from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../../engine-log.ts'
import type { ModelVersion } from '../loaded-model.ts'
import { modelBroken } from '../../model-files.ts'
import type { LayeredNetwork } from './fit-loras.ts'
import { LORA_NETWORKS, misfit, readLayers } from './fit-loras.ts'
import type { LoraContent } from './lora-file.ts'
import type { LoraNetwork } from './lora-keys.ts'
import type { LoraEntry } from './lora-library.ts'
import { createLoraLibrary } from './lora-library.ts'
import type { WeightedLora } from './merge-loras.ts'
import type { Text } from '#lib/text.ts'
import { reason, unsupported } from '../../reason.ts'

/** The LoRAs of an engine, as its callers see them. */
export interface LoraCatalogue {
  list(): Promise<ImageLora[]>
  /** Whether each of them exists and fits the model. Throws EngineError `model_broken`. */
  fit(model: ModelVersion, ids: readonly string[]): Promise<LoraFit[]>
  /**
   * The files to add, in one order whatever the request's: those of weight 0 are left out, those named more than
   * once count with the sum. Throws EngineError `unsupported` for one that cannot be used.
   */
  weigh(loras: readonly LoraReference[]): Promise<WeightedLora[]>
}

type Layers = Record<LoraNetwork, Pick<LayeredNetwork, 'layers'>>

/** Names and sizes of the layers of so many models are remembered. */
const REMEMBERED_MODELS = 4

/** @param folders of LoRA files, the preferred one first */
export function createLoraCatalogue(folders: readonly string[], log?: EngineLog): LoraCatalogue {
  const library = createLoraLibrary(folders, log)
  const known = new LRUCache<string, Promise<Layers>>({ max: REMEMBERED_MODELS })

  function layersIn({ dir, stamp }: ModelVersion): Promise<Layers> {
    const key = `${dir}\n${stamp}`
    const before = known.get(key)
    if (before) return before
    const reading = readAllLayers(dir)
    known.set(key, reading)
    return reading
  }

  return {
    async list() {
      const entries = await library.list()
      return entries.map(({ id, file, bytes, content, problem }) => ({
        id,
        name: id,
        hash: content?.hash ?? '',
        bytes,
        // Anybody may read it: where the file lies is the operator's to know.
        problem: problem?.message.replace(modelBroken(file, '').message, '') ?? null,
      }))
    },
    async fit(model, ids) {
      const fits: LoraFit[] = []
      for (const id of ids) {
        const { content, problem } = usableOf(await library.find(id), id)
        const why = content ? firstMisfit(content, await layersIn(model)) : null
        const unfit = why === null ? null : reason('engines.loraUnfit', { name: id, why })
        fits.push({ id, hash: content?.hash ?? '', problem: problem ?? unfit })
      }
      return fits
    },
    async weigh(loras) {
      const weighted = new Map<string, WeightedLora>()
      for (const { model: id, weight } of loras) {
        const { file, content, problem } = usableOf(await library.find(id), id)
        if (!content) throw unsupported(problem)
        const sum = (weighted.get(id)?.weight ?? 0) + weight
        weighted.set(id, { file, hash: content.hash, weight: sum })
      }
      const ids = [...weighted.keys()].toSorted()
      return ids.map((id) => weighted.get(id)!).filter(({ weight }) => weight !== 0)
    },
  }
}

type Usable = { file: string } & (
  | { content: LoraContent; problem: null }
  | { content: null; problem: Text }
)

function usableOf(entry: LoraEntry | undefined, id: string): Usable {
  if (!entry) return { file: '', content: null, problem: reason('common.noSuchLora', { name: id }) }
  const { file, content } = entry
  if (content) return { file, content, problem: null }
  return {
    file,
    content: null,
    problem: reason('engines.loraDamaged', { name: id }),
  }
}

async function readAllLayers(dir: string): Promise<Layers> {
  const all = await Promise.all(
    LORA_NETWORKS.map(async (name) => {
      const { layers } = await readLayers(dir, name)
      return [name, { layers }] as const
    }),
  )
  return Object.fromEntries(all) as Layers
}

function firstMisfit({ layers }: LoraContent, networks: Layers): Text | null {
  for (const layer of layers) {
    const why = misfit(networks[layer.network], layer)
    if (why !== null) return why
  }
  return null
}
