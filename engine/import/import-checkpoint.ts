import { modelBroken } from '../model-files.ts'
import type { Checkpoint } from './checkpoint.ts'
import { openCheckpoint } from './checkpoint.ts'
import { describeModel } from './describe-model.ts'
import type { ImportOptions } from './import-options.ts'
import type { BuiltNetwork } from './network-builder.ts'
import { buildTextEncoder } from './text-encoder-graph.ts'
import { buildUnet } from './unet-graph.ts'
import { buildVaeDecoder, buildVaeEncoder } from './vae-graph.ts'
import { writeModelFolder } from './write-model-folder.ts'

/**
 * Writes a Stable Diffusion 1.5 checkpoint (`.safetensors`) as a model folder in the diffusers ONNX layout. The
 * folder appears under its name when it is whole; a failure leaves nothing. The weights are copied one by one,
 * so that memory does not grow with the file.
 *
 * @returns the new folder
 * @throws EngineError `model_broken`: what the file is instead, or what is missing in it; or that there is already
 *   a model of that name
 */
export async function importCheckpoint(
  file: string,
  modelsDir: string,
  options: ImportOptions,
): Promise<string> {
  const checkpoint = await openCheckpoint(file)
  try {
    return await writeModelFolder(modelsDir, options.id, async () => {
      const networks = buildNetworks(file, checkpoint, options)
      return {
        files: await describeModel(checkpoint, options),
        networks: Object.entries(networks).map(([name, network]) => ({
          name,
          network,
          source: checkpoint.file,
        })),
      }
    })
  } finally {
    await checkpoint.file.close()
  }
}

/** Nothing is written before every weight was found. */
function buildNetworks(
  file: string,
  { unet, vae, textEncoder }: Checkpoint,
  { heads, textHeads, groups }: ImportOptions,
): Record<string, BuiltNetwork> {
  const narrowest = unet.get('conv_in.weight').shape[0] ?? 0
  if (narrowest % groups !== 0 || narrowest % heads !== 0)
    throw modelBroken(
      file,
      `has ${narrowest} channels, which ${groups} groups and ${heads} heads do not divide: say how many it has`,
    )
  const width = textEncoder.get('text_model.final_layer_norm.weight').shape[0] ?? 0
  return {
    text_encoder: buildTextEncoder(textEncoder, {
      heads: textHeads ?? Math.max(1, Math.floor(width / 64)),
      activation: 'quick_gelu',
    }),
    unet: buildUnet(unet, { heads: [heads], groups }),
    vae_decoder: buildVaeDecoder(vae, groups),
    vae_encoder: buildVaeEncoder(vae, groups),
  }
}
