import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { Safetensors, StoredTensor } from '../../safetensors.ts'
import { openSafetensors, toFloats } from '../../safetensors.ts'
import { modelBroken } from '../../model-files.ts'
import type { LoraKey, LoraNetwork } from './lora-keys.ts'
import { otherKindOf, readLoraKey } from './lora-keys.ts'

/** The change of one layer: `alpha / rank * up x down` is added to its weights (Hu et al. 2021, arXiv:2106.09685). */
export interface LoraLayer {
  network: LoraNetwork
  /** See {@link LoraKey}. */
  layer: string
  /** [rank, in, ...kernel] */
  down: StoredTensor
  /** [out, rank, ...1] */
  up: StoredTensor
  /** Factor of the product. */
  scale: number
}

/**
 * Reads what a LoRA file changes, without the numbers.
 *
 * @throws EngineError `model_broken`: damaged, or of another kind
 */
export async function readLoraLayers(file: Safetensors): Promise<LoraLayer[]> {
  const found = new Map<string, Partial<Record<LoraKey['part'], StoredTensor>> & LoraPlace>()
  for (const [name, tensor] of file.tensors) {
    const kind = otherKindOf(name)
    if (kind) throw modelBroken(file.file, `${kind}, which cannot be used here`)
    const key = readLoraKey(name)
    if (!key) throw modelBroken(file.file, `is not a LoRA: it has a weight ${name}`)
    const id = `${key.network} ${key.layer}`
    const { network, layer } = key
    found.set(id, { ...(found.get(id) ?? { network, layer }), [key.part]: tensor })
  }
  if (found.size === 0) throw modelBroken(file.file, 'is not a LoRA: it is empty')
  const alphas = readAlphas(file)
  const layers: LoraLayer[] = []
  for (const { network, layer, down, up, alpha } of found.values()) {
    if (!down || !up) throw modelBroken(file.file, `has half of a matrix for ${layer}`)
    const rank = down.shape[0] ?? 0
    if (rank === 0 || rank !== up.shape[1] || up.shape.slice(2).some((size) => size !== 1))
      throw modelBroken(file.file, `has two matrices that do not fit for ${layer}`)
    const own = alpha ? toFloats(alpha.element, await file.read(alpha))[0] : alphas(network)
    const scale = (own ?? rank) / rank
    if (!Number.isFinite(scale)) throw modelBroken(file.file, `has no number as alpha of ${layer}`)
    layers.push({ network, layer, down, up, scale })
  }
  return layers
}

type LoraPlace = Pick<LoraKey, 'network' | 'layer'>

const adapterSchema = z.record(z.string(), z.unknown())

/** diffusers writes one alpha for a network beside the weights, if any. */
function readAlphas({ metadata }: Safetensors): (network: LoraNetwork) => number | undefined {
  const text = metadata['lora_adapter_metadata']
  if (text === undefined) return () => undefined
  let adapter: unknown
  try {
    adapter = JSON.parse(text)
  } catch {
    return () => undefined
  }
  const parsed = adapterSchema.safeParse(adapter)
  return (network) => {
    const alpha = parsed.success ? parsed.data[`${network}.lora_alpha`] : undefined
    return typeof alpha === 'number' ? alpha : undefined
  }
}

/** What is in a LoRA file, and what its numbers hash to. */
export interface LoraContent {
  layers: LoraLayer[]
  /** SHA-256 of the weights without the header, as A1111 names LoRAs in its pictures. */
  hash: string
}

/** @throws EngineError `model_broken` */
export async function readLoraFile(path: string): Promise<LoraContent> {
  const file = await openSafetensors(path)
  try {
    const layers = await readLoraLayers(file)
    const digest = createHash('sha256')
    for await (const chunk of createReadStream(path, { start: file.start }))
      digest.update(chunk as Buffer)
    return { layers, hash: digest.digest('hex') }
  } finally {
    await file.close()
  }
}
