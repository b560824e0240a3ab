import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SAMPLERS } from '#contract/samplers.ts'

/**
 * What a request to a service has in it. A text that is exactly `$name` is replaced by a value of the order:
 * `prompt, negative, width, height, aspect, steps, guidance, strength, sampler, seed, image, images, source, target, scale`,
 * of drawings with LoRAs `loras` (addresses and weights), with one that the service keeps `weight`, of trainings `pictures` (a zip), `trigger, isStyle`;
 * a field whose value the order does not have is left out.
 */
const Input = z.record(z.string(), z.unknown())

/** What the service bills. */
const Cost = z.strictObject({
  dollars: z.number().min(0),
  per: z.enum(['image', 'megapixel', 'second', 'request']),
})

const common = {
  name: z.string().min(1),
  licence: z.string().default(''),
  endpoint: z.string().regex(/^[\w.:/-]+$/),
  input: Input,
  cost: Cost,
}

/** How a result comes to the size that was asked for: `exact` has it, `cover` is scaled to it and cut in the middle. */
const Fit = z.enum(['exact', 'cover'])

/** Another endpoint for a request, with what that one takes. */
const Way = z.strictObject({ endpoint: common.endpoint, input: Input, fit: Fit.default('cover') })

/** The endpoint of drawings with a LoRA that the service keeps itself: the name that it has there. */
export const TRAINED = '$trained'
const LoraWay = Way.extend({ endpoint: z.union([common.endpoint, z.literal(TRAINED)]) })

const DrawingModel = z.strictObject({
  does: z.literal('draw'),
  ...common,
  description: z.string().default(''),
  /** Credits for an image up to one megapixel. */
  credits: z.int().min(1).max(1000).default(1),
  nativeSize: z.int().default(1024),
  maxTokens: z.int().default(512),
  sizes: z.strictObject({ min: z.int(), max: z.int(), step: z.int() }),
  fit: Fit.default('exact'),
  /** `16:9` and so on, of a service that takes no pixels; the nearest one is sent as `$aspect`. */
  aspects: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  /** The service's names by ours; left out: the model has its own. */
  samplers: z.partialRecord(z.enum(SAMPLERS), z.string()).optional(),
  maxSteps: z.int().min(1).max(100).default(100),
  /** Where image to image goes; left out: it cannot. */
  fromImage: Way.optional(),
  /** Where drawings with LoRAs of people's own go; left out: it takes none. */
  withLoras: LoraWay.extend({ fromImage: LoraWay.optional() }).optional(),
  /** Whether it shows people as photographs do, and a LoRA trained on somebody draws that person. */
  drawsPeople: z.boolean().default(false),
  /** Where such a LoRA is trained; left out: nowhere. */
  training: z
    .strictObject({
      endpoint: common.endpoint,
      input: Input,
      cost: Cost,
      steps: z.int().min(1).max(10_000),
    })
    .optional(),
})
export type DrawingModel = z.output<typeof DrawingModel>

const ToolModel = z.strictObject({
  does: z.enum(['remove_background', 'upscale', 'swap_faces', 'fix_faces', 'edit_image']),
  ...common,
  /** For an edit: credits for an image. The other tools cost what the price list says. */
  credits: z.int().min(1).max(1000).default(1),
  maxEdge: z.int().default(4096),
  maxPixels: z.int().default(16_777_216),
  /** For an edit: how many images it can start from. */
  maxInputs: z.int().min(1).max(4).default(1),
  scales: z.array(z.literal([2, 3, 4, 8])).optional(),
})
export type ServiceTool = z.output<typeof ToolModel>

/** Writes; what an answer costs in credits is a setting. */
const WritingModel = z.strictObject({
  does: z.enum(['improve_prompt', 'describe_image']),
  ...common,
})
export type WritingModel = z.output<typeof WritingModel>

const Entry = z.discriminatedUnion('does', [DrawingModel, ToolModel, WritingModel])
/** Models by our name for them. */
const Catalogue = z.record(z.string().regex(/^[\w.-]+$/), Entry)
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
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

const MEGAPIXEL = 1_000_000
const MICROS_PER_DOLLAR = 1_000_000

/**
 * What an output cost, in millionths of a US dollar.
 * @param seconds that the service bills; where it does not say, 0 are counted
 */
export function costOf(
  { dollars, per }: z.output<typeof Cost>,
  output: { width: number; height: number; seconds: number | null },
): number {
  const units =
    per === 'image' || per === 'request'
      ? 1
      : per === 'second'
        ? (output.seconds ?? 0)
        : (output.width * output.height) / MEGAPIXEL
  return Math.round(dollars * units * MICROS_PER_DOLLAR)
}
