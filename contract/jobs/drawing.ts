/** What the kinds that draw from a prompt have in common. */
import { z } from 'zod'
import { isBlank } from '../is-blank.ts'
import { fault } from '../said.ts'
import { Id } from '../common.ts'
import { SAMPLERS } from '../samplers.ts'
import { FINISHES } from './finishes.ts'
import { CONTROL_KINDS, DEFAULTS, LIMITS, type MAP_KINDS } from '../values/jobs/drawing.ts'

export type MapKind = (typeof MAP_KINDS)[number]

const { size, images, steps, guidance, seed, loraWeight, controlStrength: control } = LIMITS

const Outpaint = z.strictObject({
  left: z.int().min(0).max(size.max).default(0),
  top: z.int().min(0).max(size.max).default(0),
  right: z.int().min(0).max(size.max).default(0),
  bottom: z.int().min(0).max(size.max).default(0),
})

const Hires = z.strictObject({
  scale: z.number().min(1).max(4),
  steps: z.int().min(0).max(steps.max).default(0),
  strength: z.number().min(0).max(1).default(0.5),
})

const Control = z.strictObject({
  kind: z.enum(CONTROL_KINDS),
  /** An own upload, or a delivered picture that is own or public. For all but its look it covers the output, cropped in the middle. */
  image: Id,
  /** 1: as the ControlNet was trained; 0: not at all. */
  strength: z.number().min(control.min).max(control.max).default(1),
  /** The part of all steps in which it leads, as shares of them. */
  start: z.number().min(0).max(1).default(0),
  end: z.number().min(0).max(1).default(1),
})

/**
 * Fields of a request. Only `prompt` is required. What the chosen model lacks, and what only image to image takes, is
 * refused by the domain `jobs` with a 400 that names the field.
 */
export const drawingRequest = {
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.prompt)
    .refine((text) => !isBlank(text), fault('requests.blank')),
  negative_prompt: z.string().max(LIMITS.prompt).default(''),
  model: Id.optional(),
  /**
   * Of the output; default 512, or those of `image`. Multiples of 8, except with a mask or outpaint: then they are
   * those of the picture with its padding, and may be left out.
   */
  width: z.int().min(size.min).max(size.max).optional(),
  height: z.int().min(size.min).max(size.max).optional(),
  num_images: z.int().min(images.min).max(images.max).default(DEFAULTS.num_images),
  /** These three: default that of the model, see `defaults` in `generation_servers/`. */
  steps: z.int().min(steps.min).max(steps.max).optional(),
  guidance_scale: z.number().min(guidance.min).max(guidance.max).optional(),
  sampler: z.enum(SAMPLERS).optional(),
  /** null: random. Picture i uses seed + i modulo 2^32. */
  seed: z.int().min(seed.min).max(seed.max).nullable().default(null),
  loras: z
    .array(
      z.strictObject({
        model: Id,
        weight: z.number().min(loraWeight.min).max(loraWeight.max).default(1),
      }),
    )
    .max(8)
    .default([]),
  style: z.string().max(60).optional(),
  /** Left out: with a background. Only of type TTI. */
  finish: z.enum(FINISHES).optional(),
  /** What type ITI starts from: an own upload, or a delivered picture that is own or public. */
  image: Id.optional(),
  /** How far the result may leave `image`; default 0.6. */
  strength: z.number().min(0).max(1).optional(),
  /** An own upload of the size of `image`; what is white is repainted, the rest stays as it is. */
  mask: Id.optional(),
  /** Width of the blend around what is repainted, pixels. */
  mask_feather: z.int().min(0).max(64).optional(),
  /** Pixels that are added to `image` on each side. */
  outpaint: Outpaint.optional(),
  /** Draws small, enlarges, and draws over it; `steps` 0: as many as the first pass. */
  hires: Hires.optional(),
  /** Noise of another seed that is mixed in; drawn when there is a strength alone. */
  variation_seed: z.int().min(seed.min).max(seed.max).optional(),
  variation_strength: z.number().min(0).max(1).optional(),
  guidance_rescale: z.number().min(0).max(1).optional(),
  /** Images that lead the drawing, all of them at once: ControlNet, IP-Adapter and what else an engine has. */
  controls: z.array(Control).max(LIMITS.controls).optional(),
  /** Published image that this is a remix of; named when the result is published and like it. */
  remix_of: Id.optional(),
  quote: Id.optional(),
}

/** Fields of a job: those of its request, every default filled in. */
export const drawingParameters = {
  prompt: z.string(),
  negative_prompt: z.string(),
  model: Id,
  width: z.number().int(),
  height: z.number().int(),
  num_images: z.number().int(),
  steps: z.number().int(),
  guidance_scale: z.number(),
  sampler: z.enum(SAMPLERS),
  seed: z.number().int().nullable(),
  loras: z.array(z.object({ model: Id, weight: z.number() })),
  style: z.string().optional(),
  finish: z.enum(FINISHES).optional(),
  image: Id.optional(),
  strength: z.number().optional(),
  mask: Id.optional(),
  mask_feather: z.number().int().optional(),
  outpaint: Outpaint.optional(),
  hires: Hires.optional(),
  variation_seed: z.number().int().optional(),
  variation_strength: z.number().optional(),
  guidance_rescale: z.number().optional(),
  controls: z.array(Control).optional(),
  remix_of: z.string().optional(),
  /** SHA-256 of the LoRAs' weights by name, where there are any. */
  lora_hashes: z.record(z.string(), z.string()).optional(),
}
