import { type NamedTensor, toSafetensors } from '../import/write-safetensors.ts'
import type { LoraMatrix } from './training-graph.ts'
import type { TrainingState } from './train-lora.ts'

/**
 * What was trained as a LoRA file with the names that kohya's scripts give (`lora_unet_PLACE.lora_down.weight`), in half precision:
 * the engine itself reads it as it reads any other.
 *
 * @param model that it is for
 */
export function toLoraFile(
  matrices: readonly LoraMatrix[],
  { trained, step }: TrainingState,
  model: string,
): Buffer {
  const tensors: Record<string, NamedTensor> = {}
  let rank = 0
  for (const [i, { layer, part, shape }] of matrices.entries()) {
    tensors[`lora_unet_${layer}.lora_${part}.weight`] = {
      shape,
      data: Float16Array.from(trained[i]!.values),
    }
    if (part !== 'down') continue
    rank = shape[0]
    tensors[`lora_unet_${layer}.alpha`] = { shape: [], data: Float32Array.of(rank) }
  }
  return toSafetensors(tensors, {
    ss_base_model_version: model,
    ss_network_module: 'networks.lora',
    ss_network_dim: String(rank),
    ss_network_alpha: String(rank),
    ss_steps: String(step),
  })
}
