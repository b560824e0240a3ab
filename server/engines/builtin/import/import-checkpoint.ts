import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { modelBroken } from '../diffusion/model/model-files.ts'
import type { Checkpoint } from './checkpoint.ts'
import { openCheckpoint } from './checkpoint.ts'
import { describeModel, type ModelPlan } from './describe-model.ts'
import type { ImportOptions } from './import-options.ts'
import type { BuiltNetwork } from './network-builder.ts'
import { buildTextEncoder } from './text-encoder-graph.ts'
import { buildUnet } from './unet-graph.ts'
import { buildVaeDecoder, buildVaeEncoder } from './vae-graph.ts'
import { writeNetwork } from './write-network.ts'

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
  const folder = path.join(modelsDir, options.id)
  if (existsSync(folder)) throw modelBroken(folder, 'is there already; give another name')
  const checkpoint = await openCheckpoint(file)
  await removeLeftovers(modelsDir)
  const draft = path.join(modelsDir, `${DRAFT}${process.pid}`)
  try {
    const networks = buildNetworks(file, checkpoint, options)
    const files = await describeModel(checkpoint, options)
    for (const [name, network] of Object.entries(networks)) {
      await mkdir(path.join(draft, name), { recursive: true })
      await writeNetwork(path.join(draft, name), network, checkpoint.file)
    }
    await writeFiles(draft, files)
    await rename(draft, folder)
    return folder
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await checkpoint.file.close()
  }
}

/** Names with a dot in front are no models. */
const DRAFT = '.import-'

/** An import that was killed leaves its draft behind. */
async function removeLeftovers(modelsDir: string): Promise<void> {
  for (const name of await readdir(modelsDir).catch(() => [])) {
    const pid = name.startsWith(DRAFT) ? Number(name.slice(DRAFT.length)) : NaN
    if (!Number.isInteger(pid) || isRunning(pid)) continue
    await rm(path.join(modelsDir, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
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
    text_encoder: buildTextEncoder(textEncoder, textHeads ?? Math.max(1, Math.floor(width / 64))),
    unet: buildUnet(unet, { heads, groups }),
    vae_decoder: buildVaeDecoder(vae, groups),
    vae_encoder: buildVaeEncoder(vae, groups),
  }
}

async function writeFiles(folder: string, files: ModelPlan): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    await writeFile(file, text)
  }
}
