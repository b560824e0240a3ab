import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What a model is trained from, and how. */
const TrainedModelSettings = z.strictObject({
  /** What `{base_model}` stands for: a file, or the name of a model that the trainer fetches. */
  base: z.string().min(1),
  resolution: z.int().min(64).max(4096).default(1024),
  steps: z.int().min(1).max(1_000_000).default(1600),
  rank: z.int().min(1).max(1024).default(16),
  learningRate: z.number().gt(0).max(1).default(0.0001),
})
export type TrainedModelSettings = z.output<typeof TrainedModelSettings>

const Models = z.record(z.string().regex(/^[\w.:-]+$/), TrainedModelSettings)
export type TrainedModels = z.output<typeof Models>

/**
 * Reads which models a trainer trains, by the ids that they have here.
 * @throws {Error} one line that names the file and what is wrong in it
 */
export function readTrainedModels(file: string): TrainedModels {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const result = Models.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}
