import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { modelBroken } from '../model-files.ts'
import type { ModelPlan } from './describe-model.ts'
import type { BuiltNetwork } from './network-builder.ts'
import type { Safetensors } from '../safetensors.ts'
import { writeNetwork } from './write-network.ts'

/** All that a model folder will hold. */
export interface PlannedModel {
  files: ModelPlan
  /** By the names of their folders, and where the weights are read. */
  networks: { name: string; network: BuiltNetwork; source: Safetensors }[]
}

/**
 * Writes a model folder, which appears under its name when it is whole; a failure leaves nothing.
 *
 * @param plan is asked before anything is written
 * @returns the new folder
 * @throws EngineError `model_broken` if there is already one of that name, and whatever `plan` throws
 */
export async function writeModelFolder(
  modelsDir: string,
  id: string,
  plan: () => Promise<PlannedModel>,
): Promise<string> {
  const folder = path.join(modelsDir, id)
  if (existsSync(folder)) throw modelBroken(folder, 'is there already; give another name')
  await removeLeftovers(modelsDir)
  const draft = path.join(modelsDir, `${DRAFT}${process.pid}`)
  try {
    const { networks, files } = await plan()
    for (const { name, network, source } of networks) {
      await mkdir(path.join(draft, name), { recursive: true })
      await writeNetwork(path.join(draft, name), network, source)
    }
    await writeFiles(draft, files)
    await rename(draft, folder)
    return folder
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
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

async function writeFiles(folder: string, files: ModelPlan): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    await writeFile(file, text)
  }
}
