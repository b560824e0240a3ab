import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { openSafetensors, toFloats } from '../safetensors.ts'
import { type NamedTensor, toSafetensors } from '../import/write-safetensors.ts'
import type { Trained } from './adam.ts'
import type { LoraMatrix } from './training-graph.ts'
import type { TrainingState } from './train-lora.ts'

const PARTS = ['values', 'mean', 'square'] as const satisfies (keyof Trained)[]

const progressSchema = z.object({
  step: z.int().min(0),
  curve: z.array(z.object({ step: z.int().min(0), loss: z.number() })),
})

/**
 * Keeps how far a training is in one file, so that another process goes on from there. The file is whole at any time.
 * @returns what is in it
 */
export async function keepTraining(
  file: string,
  matrices: readonly LoraMatrix[],
  { step, trained, curve }: TrainingState,
): Promise<Buffer> {
  const tensors: Record<string, NamedTensor> = {}
  for (const [i, { input, shape }] of matrices.entries())
    for (const part of PARTS) tensors[`${input}.${part}`] = { shape, data: trained[i]![part] }
  const kept = toSafetensors(tensors, { progress: JSON.stringify({ step, curve }) })
  await writeWhole(file, kept)
  return kept
}

/** Takes what a process on another machine kept, unless what is here is further or the other is damaged. */
export async function takeUpState(file: string, state: Uint8Array): Promise<void> {
  const other = `${file}.other`
  await writeWhole(other, state)
  try {
    const [there, here] = [await stepOf(other), await stepOf(file)]
    if (there > here) await rename(other, file)
  } finally {
    await rm(other, { force: true })
  }
}

/** -1 for a file that is not there or that cannot be read. */
async function stepOf(file: string): Promise<number> {
  try {
    const kept = await openSafetensors(file)
    await kept.close()
    return progressSchema.parse(JSON.parse(kept.metadata['progress'] ?? '')).step
  } catch {
    return -1
  }
}

async function writeWhole(file: string, data: Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await mkdir(path.dirname(file), { recursive: true })
  try {
    await writeFile(draft, data)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * @returns null if nothing was kept
 * @throws Error for a file that is damaged or of another training
 */
export async function readKeptTraining(
  file: string,
  matrices: readonly LoraMatrix[],
): Promise<TrainingState | null> {
  if (!(await stat(file).catch(() => null))) return null
  const kept = await openSafetensors(file)
  try {
    const { step, curve } = progressSchema.parse(JSON.parse(kept.metadata['progress'] ?? ''))
    const read = async ({ input, shape }: LoraMatrix, part: keyof Trained) => {
      const tensor = kept.tensors.get(`${input}.${part}`)
      if (tensor?.shape.join() !== shape.join())
        throw new Error(`The kept training is of another kind: see ${part} of ${input}.`)
      return toFloats(tensor.element, await kept.read(tensor))
    }
    const trained: Trained[] = []
    for (const matrix of matrices)
      trained.push({
        values: await read(matrix, 'values'),
        mean: await read(matrix, 'mean'),
        square: await read(matrix, 'square'),
      })
    return { step, trained, curve }
  } finally {
    await kept.close()
  }
}
