import path from 'node:path'
import { z } from 'zod'
import { SAMPLERS } from '#contract/samplers.ts'
import type { DrawingDefaults } from '#lib/engine-spec/index.ts'
import type { SchedulerConfig } from '../schedule.ts'
import { modelBroken, readModelJson, readOptionalModelJson } from '../../model-files.ts'
import { readScheduler } from './read-scheduler.ts'

/** A further text encoder, which only Stable Diffusion XL has. */
export const SECOND_ENCODER = 'text_encoder_2/model.onnx'

/** The weight files of the diffusers ONNX layout that drawing from text needs, relative to the folder. */
export const WEIGHT_FILES = [
  'text_encoder/model.onnx',
  'unet/model.onnx',
  'vae_decoder/model.onnx',
  'vae_encoder/model.onnx',
] as const

/** What `model.json` says beyond what is needed to draw. */
export interface ModelCard {
  /** Where the model comes from, like an address. */
  source: string
  /** What it cannot do or must not be used for. */
  limits: string
  /** What the weights hash to, to notice others; see {@link hashModel}. */
  hash: string | null
}

/** What the configuration files of a model folder say; no weights. */
export interface ModelDescription {
  dir: string
  id: string
  name: string
  description: string
  licence: string
  card: ModelCard
  /** The kind of companion that the model draws with; null for none. */
  companion: string | null
  latentChannels: number
  /** Pixels an edge of one latent cell. */
  downscale: number
  /** Edge in pixels that the model was trained at. */
  nativeSize: number
  /** Latent width and height must be multiples of this. */
  latentMultiple: number
  /** Latents are divided by this before they are decoded, and moved by `latentShift`. */
  scalingFactor: number
  latentShift: number
  scheduler: SchedulerConfig
  /** Null: it follows the product's. */
  defaults: DrawingDefaults | null
  /** The denoiser is told the guidance instead of being asked with and without the prompt (LCM). */
  knowsGuidance: boolean
  /** Two text encoders, and more that the denoiser is told (Stable Diffusion XL). */
  isXl: boolean
  /** An empty negative prompt is told as zeros in the place of what its words would mean. */
  emptyIsZero: boolean
}

/** Far beyond what any model has: larger numbers are slips that would ask for all memory there is. */
const few = z.int().positive().max(64)
const pixels = z.int().positive().max(4096)
const indexSchema = z.object({
  _class_name: z.string().optional(),
  transformer: z.unknown().optional(),
  text_encoder_2: z.unknown().optional(),
  text_encoder_3: z.unknown().optional(),
  force_zeros_for_empty_prompt: z.boolean().default(true),
  requires_aesthetics_score: z.boolean().nullish(),
  latent_channels: few.optional(),
  downscale: few.optional(),
  native_size: pixels.optional(),
  latent_multiple: few.optional(),
  scaling_factor: z.number().positive().optional(),
})
const cardSchema = z.object({
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  description: z.string().default(''),
  licence: z.string().min(1).default('unknown'),
  source: z.string().default(''),
  limits: z.string().default(''),
  hash: z.string().nullable().default(null),
  native_size: pixels.optional(),
  companion: z.string().min(1).nullable().default(null),
  defaults: z
    .object({
      steps: z.int().min(1).max(100),
      guidance_scale: z.number().min(1).max(30),
      sampler: z.enum(SAMPLERS),
    })
    .optional(),
})
const edge = z.number().positive().max(1024)
const unetSchema = z.object({
  in_channels: z.int().positive(),
  out_channels: z.int().positive().optional(),
  sample_size: z.union([edge, z.tuple([edge, edge])]).nullish(),
  block_out_channels: z.array(z.int()).min(1),
  time_cond_proj_dim: z.int().positive().nullish(),
})
const vaeSchema = z.object({
  block_out_channels: z.array(z.int()).min(1),
  scaling_factor: z.number().positive().optional(),
  shift_factor: z.number().nullish(),
})
/**
 * Reads a model folder in the diffusers ONNX layout. `model.json` ({@link ModelCard}, id, name, description,
 * licence, native_size, companion) is our addition; without it the folder's name serves. Sizes come from `model_index.json` or, as diffusers writes
 * them, from `unet/config.json` and `vae_decoder/config.json`.
 *
 * @throws EngineError `model_broken` with one line that names the file
 */
export async function readModelFolder(dir: string): Promise<ModelDescription> {
  const index = await readModelJson(dir, 'model_index.json', indexSchema)
  const card = (await readOptionalModelJson(dir, 'model.json', cardSchema)) ?? cardSchema.parse({})
  const unet = await readOptionalModelJson(dir, 'unet/config.json', unetSchema)
  const vae = await readOptionalModelJson(dir, 'vae_decoder/config.json', vaeSchema)
  refuseForeign(dir, index, unet)
  const scheduler = await readScheduler(dir)
  const knowsGuidance = Boolean(unet?.time_cond_proj_dim)
  const folder = path.basename(path.resolve(dir))
  const downscale = index.downscale ?? 2 ** ((vae?.block_out_channels.length ?? 4) - 1)
  return {
    dir,
    id: card.id ?? folder,
    name: card.name ?? folder,
    description: card.description,
    licence: card.licence,
    companion: card.companion,
    card: { source: card.source, limits: card.limits, hash: card.hash },
    latentChannels: index.latent_channels ?? unet?.in_channels ?? 4,
    downscale,
    nativeSize:
      card.native_size ?? index.native_size ?? sampleEdge(unet?.sample_size ?? 64) * downscale,
    latentMultiple: index.latent_multiple ?? 2 ** ((unet?.block_out_channels.length ?? 4) - 1),
    scalingFactor: index.scaling_factor ?? vae?.scaling_factor ?? 0.18215,
    latentShift: vae?.shift_factor ?? 0,
    scheduler,
    knowsGuidance,
    isXl: isXl(index),
    emptyIsZero: isXl(index) && index.force_zeros_for_empty_prompt,
    defaults: card.defaults
      ? { ...card.defaults, guidanceScale: card.defaults.guidance_scale }
      : fewStepDefaults(scheduler, knowsGuidance),
  }
}

/** Steps that few-step models need at the most to be good. */
const FEW_STEPS = 4
/** The guidance that diffusers' examples tell latent consistency models. */
const TOLD_GUIDANCE = 8

/** Guidance has gone into the weights of a distilled model: to ask it for more spoils what it draws. */
function fewStepDefaults(
  { fewStepSampler }: SchedulerConfig,
  knowsGuidance: boolean,
): DrawingDefaults | null {
  const sampler = knowsGuidance ? 'LCM' : fewStepSampler
  const guidanceScale = knowsGuidance ? TOLD_GUIDANCE : 1
  return sampler ? { steps: FEW_STEPS, guidanceScale, sampler } : null
}

const isPart = (part: unknown): boolean => Array.isArray(part) && part[0] !== null

/** By its class, whatever the program that wrote it puts in front. */
const isXl = (index: z.infer<typeof indexSchema>): boolean =>
  isPart(index.text_encoder_2) &&
  /StableDiffusionXL|LatentConsistencyModelXL/.test(index._class_name ?? '')

/** Kinds of pipelines that lie in the same layout, but are other networks. */
function refuseForeign(
  dir: string,
  index: z.infer<typeof indexSchema>,
  unet: z.infer<typeof unetSchema> | null,
): void {
  const refuse = (reason: string): never => {
    const drawsWith = 'this engine draws with U-Nets as Stable Diffusion 1, 2 and XL have them'
    throw modelBroken(path.join(dir, 'model_index.json'), `${reason}; ${drawsWith}`)
  }
  if (isPart(index.transformer))
    refuse(`${kindOf(index._class_name)} that draws with a transformer in place of a U-Net`)
  if (isPart(index.text_encoder_3) || (isPart(index.text_encoder_2) && !isXl(index)))
    refuse(`${kindOf(index._class_name)} that reads prompts with other text encoders`)
  if (index.requires_aesthetics_score) refuse('is a refiner, which draws nothing from text alone')
  if (unet?.out_channels && unet.in_channels !== unet.out_channels)
    throw modelBroken(
      path.join(dir, 'unet/config.json'),
      `takes ${unet.in_channels} channels and answers ${unet.out_channels}: ` +
        'it edits images and cannot draw from text alone',
    )
}

/** One edge for a size that may be given as height and width. */
function sampleEdge(size: number | [number, number]): number {
  return typeof size === 'number' ? size : Math.round(Math.sqrt(size[0] * size[1]))
}

/** Pipelines of diffusers by what people call their models. */
const KINDS: [className: RegExp, name: string][] = [
  [/^Flux/, 'FLUX'],
  [/^StableDiffusion3/, 'Stable Diffusion 3'],
  [/^(?:Onnx|ORT)?StableDiffusionXL/, 'Stable Diffusion XL'],
]

function kindOf(className = ''): string {
  const known = KINDS.find(([pattern]) => pattern.test(className))?.[1]
  return `is a ${(known ?? className) || 'model of a kind'}${known ? ' model' : ''}`
}
