import { readLayers } from '#engine/diffusion/lora/fit-loras.ts'
import { loraMatrices, writeSafetensors } from '#tests/support/safetensors.ts'

/** Layers that it changes, of those that have no more than this many numbers. */
const LAYERS = 12

/** Writes a LoRA of made-up numbers for the U-Net of a model: none was trained, and what counts is that it is added. */
export async function writeLora(modelDir: string, file: string): Promise<void> {
  const { layers } = await readLayers(modelDir, 'unet')
  const matrices = [...layers].slice(-LAYERS).map(([name, { shape }]) => {
    const [out = 0, ...inner] = shape
    return loraMatrices(`lora_unet_${name}`, { out, rank: 2, inner, size: 0.12 })
  })
  writeSafetensors(file, Object.assign({}, ...matrices) as (typeof matrices)[number])
}
