import { z } from 'zod'
import { Id } from '../common.ts'
import { SAMPLERS } from '../samplers.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { ImageToImageRequest } from './image-to-image.ts'
import { TextToImageRequest } from './text-to-image.ts'
import { MOST_CELLS } from '../values/jobs/grid.ts'

const FIND_LENGTH = 200

const values = <T extends z.ZodType>(value: T) => z.array(value).min(1).max(MOST_CELLS)
const { steps, guidance, seed, size, loraWeight } = LIMITS
const Side = z.int().min(size.min).max(size.max)

/** A setting of a drawing and the values that it takes; what they mean is said at the field of a request. */
export const GridAxis = z.discriminatedUnion('of', [
  /** Each value takes the place of `find` in the prompt, and in the negative prompt where it stands there too. */
  z.strictObject({
    of: z.literal('prompt'),
    find: z.string().min(1).max(FIND_LENGTH),
    values: values(z.string().max(FIND_LENGTH)),
  }),
  z.strictObject({ of: z.literal('seed'), values: values(z.int().min(seed.min).max(seed.max)) }),
  z.strictObject({
    of: z.literal('steps'),
    values: values(z.int().min(steps.min).max(steps.max)),
  }),
  z.strictObject({
    of: z.literal('guidance_scale'),
    values: values(z.number().min(guidance.min).max(guidance.max)),
  }),
  z.strictObject({ of: z.literal('sampler'), values: values(z.enum(SAMPLERS)) }),
  z.strictObject({ of: z.literal('model'), values: values(Id) }),
  /** The weight of a LoRA, wherever the request names it; one that it does not name is added. */
  z.strictObject({
    of: z.literal('lora'),
    lora: Id,
    values: values(z.number().min(loraWeight.min).max(loraWeight.max)),
  }),
  z.strictObject({
    of: z.literal('size'),
    values: values(z.strictObject({ width: Side, height: Side })),
  }),
  /** null: no style. */
  z.strictObject({ of: z.literal('style'), values: values(z.string().max(60).nullable()) }),
  z.strictObject({ of: z.literal('strength'), values: values(z.number().min(0).max(1)) }),
])
export type GridAxis = z.output<typeof GridAxis>

/** What all cells have in common; each is one image. */
const GridBase = z.discriminatedUnion('type', [
  TextToImageRequest.omit({ num_images: true, quote: true }),
  ImageToImageRequest.omit({ num_images: true, quote: true }),
])

/** One image for each combination of the values of two or three axes, priced and paid together. */
export const GridRequest = z.strictObject({
  request: GridBase,
  x: GridAxis,
  y: GridAxis,
  z: GridAxis.optional(),
  quote: Id.optional(),
})
export type GridRequest = z.output<typeof GridRequest>
export type GridRequestInput = z.input<typeof GridRequest>
