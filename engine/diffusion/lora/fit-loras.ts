import path from 'node:path'
import type { Text } from '#lib/text.ts'
import { scanModel } from '../../onnx/scan-model.ts'
import type { ScannedModel } from '../../onnx/scan-model.ts'
import { reason } from '../../reason.ts'
import type { LoraLayer } from './lora-file.ts'
import type { LoraNetwork } from './lora-keys.ts'
import type { NetworkLayer } from './network-layers.ts'
import { layersOf } from './network-layers.ts'

/** The networks of a model that LoRAs change. */
export const LORA_NETWORKS: readonly LoraNetwork[] = ['unet', 'text_encoder']

/** A network of a model folder and its layers. */
export interface LayeredNetwork {
  model: ScannedModel
  layers: ReadonlyMap<string, NetworkLayer>
}

/** @throws EngineError `model_broken` */
export async function readLayers(modelDir: string, network: LoraNetwork): Promise<LayeredNetwork> {
  const model = await scanModel(path.join(modelDir, network, 'model.onnx'))
  return { model, layers: layersOf(model) }
}

/** The layer that a LoRA's matrices are for; the text encoder's first word is left out by some programs. */
export function findLayer(
  { layers }: Pick<LayeredNetwork, 'layers'>,
  name: string,
): NetworkLayer | undefined {
  return layers.get(name) ?? layers.get(name.replace(/^text_model_/, ''))
}

/** Tells why matrices do not fit a network, as a part of a sentence; null if they do. */
export function misfit(
  network: Pick<LayeredNetwork, 'layers'>,
  { layer: name, down, up }: LoraLayer,
): Text | null {
  if (network.layers.size === 0) return reason('engines.layersUnnamed')
  const layer = findLayer(network, name)
  if (!layer) return reason('engines.layerMissing', { layer: name })
  const [out = 0, ...inner] = layer.shape
  const theirs = [up.shape[0], ...trimmed(down.shape.slice(1))]
  const ours = [out, ...trimmed(inner)]
  if (theirs.join() === ours.join()) return null
  return reason('engines.layerOfOtherSize', {
    layer: name,
    ours: ours.join(' x '),
    theirs: theirs.join(' x '),
  })
}

/** A matrix and a kernel of 1 x 1 are the same. */
function trimmed(shape: readonly number[]): readonly number[] {
  return shape.slice(1).every((size) => size === 1) ? shape.slice(0, 1) : shape
}
