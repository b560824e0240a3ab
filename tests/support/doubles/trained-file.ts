import { toSafetensors } from '#engine/import/write-safetensors.ts'
import { loraMatrices } from '../safetensors.ts'

const LAYERS = ['lora_unet_single_blocks_0_linear1', 'lora_unet_double_blocks_0_img_attn_proj']

/** A LoRA of two small layers, in kohya's names. */
export const TRAINED_FILE: Buffer = toSafetensors(
  Object.assign(
    {},
    ...LAYERS.map((layer) => loraMatrices(layer, { out: 6, rank: 2, inner: [4], size: 0.1 })),
  ),
  { ss_network_module: 'networks.lora' },
)
