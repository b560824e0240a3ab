import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoraReference } from '#lib/engine-spec/index.ts'
import { sweepFolders } from '../../sweep-folders.ts'
import type { WeightedLora } from './merge-loras.ts'

/** Files that were not asked for in so long are removed. */
const KEPT_MS = 3_600_000

/**
 * Files that came with a request, where the process that draws finds them. Those of weight 0 are left out, and those
 * named more than once count with the sum.
 *
 * @param folder of such files alone
 */
export async function keepGivenLoras(
  folder: string,
  loras: readonly LoraReference[],
): Promise<WeightedLora[]> {
  const given = new Map<string, WeightedLora>()
  for (const { file: data, weight } of loras) {
    if (!data) continue
    const hash = createHash('sha256').update(data).digest('hex')
    const sum = (given.get(hash)?.weight ?? 0) + weight
    given.set(hash, { file: await keep(folder, hash, data), hash, weight: sum })
  }
  if (given.size > 0) await sweepFolders(folder, KEPT_MS)
  return [...given.values()]
    .filter(({ weight }) => weight !== 0)
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
}

async function keep(folder: string, hash: string, data: Uint8Array): Promise<string> {
  const file = join(folder, `${hash}.safetensors`)
  if (await stat(file).catch(() => null)) {
    const now = new Date()
    await utimes(file, now, now)
    return file
  }
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, data)
  await rename(draft, file)
  return file
}
