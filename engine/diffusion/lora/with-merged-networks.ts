import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LORA_NETWORKS } from './fit-loras.ts'
import type { LoraNetwork } from './lora-keys.ts'
import type { WeightedLora } from './merge-loras.ts'
import { mergeLoras } from './merge-loras.ts'

/** Folders to load networks from in the place of the model's own. */
export type NetworkFolders = Partial<Record<LoraNetwork, string>>

export interface MergeSource {
  modelDir: string
  loras: readonly WeightedLora[]
  /** Where the merged networks lie until they are loaded. */
  cacheDir: string
  threads: number
}

const PREFIX = 'merged-'
/** No merging takes so long: what is older was left behind by a process that was killed. */
const LEFT_BEHIND_MS = 3_600_000

/**
 * Adds LoRAs to the networks of a model while `load` runs. The files are gone afterwards; the runtime keeps what
 * it has mapped of them.
 *
 * @throws EngineError `model_broken` if a LoRA does not fit, and whatever `load` throws
 */
export async function withMergedNetworks<T>(
  { modelDir, loras, cacheDir, threads }: MergeSource,
  load: (folders: NetworkFolders) => Promise<T>,
): Promise<T> {
  if (loras.length === 0) return load({})
  await mkdir(cacheDir, { recursive: true })
  await removeLeftovers(cacheDir)
  const draft = await mkdtemp(path.join(cacheDir, PREFIX))
  try {
    const folders: NetworkFolders = {}
    for (const name of LORA_NETWORKS) {
      const folder = path.join(draft, name)
      if (await mergeLoras(modelDir, name, loras, threads, folder)) folders[name] = folder
    }
    return await load(folders)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function removeLeftovers(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(cacheDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS)
      await rm(folder, { recursive: true, force: true })
  }
}
