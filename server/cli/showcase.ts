import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { AppContext } from '../app/context.ts'
import { AppError } from '../platform/errors.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'models', 'showcase')
const MODEL = 'atelier-v1'
const PHOTOS = 6
const STUDIOS = [
  { folder: 'bear', name: 'Barnaby Bear', kind: 'object' },
  { folder: 'bird', name: 'Pippa Bird', kind: 'object' },
  { folder: 'plant', name: 'Flora Plant', kind: 'object' },
] as const

const Training = z.object({
  steps: z.int(),
  seconds: z.number(),
  curve: z.array(z.object({ step: z.int(), loss: z.number() })),
})

/** Puts the public studios of `models/showcase` into the list; those that are there stay. */
export async function seedShowcases(
  { studios }: Pick<AppContext, 'studios'>,
  userId: string,
  print: (line: string) => void,
): Promise<void> {
  for (const { folder, name, kind } of STUDIOS) {
    const read = (file: string) => readFile(join(FOLDER, folder, file))
    const training = Training.parse(JSON.parse(String(await read('training.json'))))
    const numbers = Array.from({ length: PHOTOS }, (_, at) => at + 1)
    const photos = await Promise.all(numbers.map((number) => read(`${number}.webp`)))
    const file = brotliDecompressSync(await read('model.safetensors.br'))
    try {
      const made = await studios.seedShowcase(userId, {
        ...training,
        name,
        kind,
        model: MODEL,
        photos,
        file,
      })
      print(JSON.stringify({ studio: name, made }))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      print(JSON.stringify({ studio: name, made: false, reason: error.message }))
    }
  }
}
