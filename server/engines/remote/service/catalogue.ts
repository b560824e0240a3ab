import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  ServiceModelEntry,
  ServiceModelId,
  type ServiceCost,
} from '#contract/service-model-entry.ts'
import { inEnglish, readFault } from '#server/texts/index.ts'

/** Models by our name for them. */
const Catalogue = z.record(ServiceModelId, ServiceModelEntry)
export type Catalogue = z.output<typeof Catalogue>

/** Changes of an operator: fields of a model, a model of their own, or null for one that is not to be offered. */
const Changes = z.record(z.string(), z.union([z.null(), z.looseObject({})]))

/**
 * Reads the models of a service.
 * @param file of the project
 * @param changes path of the operator's own JSON file; null: none
 * @throws {Error} one line that names the file and what is wrong in it
 */
export function readCatalogue(file: string, changes: string | null): Catalogue {
  const own = Catalogue.parse(readJson(file))
  if (changes === null) return own
  const changed: Record<string, unknown> = { ...own }
  const asked = check(Changes, readJson(changes), changes)
  for (const [id, change] of Object.entries(asked)) {
    if (change === null) delete changed[id]
    else changed[id] = { ...own[id], ...change }
  }
  return check(Catalogue, changed, changes)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const said = inEnglish(readFault(issue?.message ?? ''))
  throw new Error(`${file}: ${issue?.path.join('.')}: ${said}`)
}

const MEGAPIXEL = 1_000_000
const MICROS_PER_DOLLAR = 1_000_000

/**
 * What an output cost, in millionths of a US dollar.
 * @param output.seconds of a video its length, of everything else the computing that the service bills; where it does not say, 0 are counted
 * @param output.computeSeconds left out: as `seconds`
 */
export function costOf(
  { dollars, per }: ServiceCost,
  output: {
    width: number
    height: number
    seconds: number | null
    computeSeconds?: number | null
  },
): number {
  const { width, height, seconds, computeSeconds = seconds } = output
  const units = {
    image: 1,
    request: 1,
    second: seconds ?? 0,
    compute_second: computeSeconds ?? 0,
    megapixel: (width * height) / MEGAPIXEL,
  }[per]
  return Math.round(dollars * units * MICROS_PER_DOLLAR)
}
