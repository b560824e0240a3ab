import path from 'node:path'
import { z } from 'zod'
import type { SchedulerConfig } from '../schedule.ts'
import { readModelJson, readOptionalModelJson } from './model-files.ts'

/** The weight files of the diffusers ONNX layout that drawing from text needs, relative to the folder. */
export const WEIGHT_FILES = [
  'text_encoder/model.onnx',
  'unet/model.onnx',
  'vae_decoder/model.onnx',
  'vae_encoder/model.onnx',
] as const

/** What the configuration files of a model folder say; no weights. */
export interface ModelDescription {
  dir: string
  id: string
  name: string
  description: string
  licence: string
  latentChannels: number
  /** Pixels an edge of one latent cell. */
  downscale: number
  /** Edge in pixels that the model was trained at. */
  nativeSize: number
  /** Latent width and height must be multiples of this. */
  latentMultiple: number
  /** Latents are divided by this before they are decoded. */
  scalingFactor: number
  scheduler: SchedulerConfig
}

const indexSchema = z.object({
  latent_channels: z.int().positive().optional(),
  downscale: z.int().positive().optional(),
  native_size: z.int().positive().optional(),
  latent_multiple: z.int().positive().optional(),
  scaling_factor: z.number().positive().optional(),
})
const cardSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string(),
  licence: z.string(),
})
const unetSchema = z.object({
  in_channels: z.int().positive(),
  sample_size: z.int().positive(),
  block_out_channels: z.array(z.int()).min(1),
})
const vaeSchema = z.object({
  block_out_channels: z.array(z.int()).min(1),
  scaling_factor: z.number().positive().optional(),
})
const schedulerSchema = z.object({
  _class_name: z.string().optional(),
  num_train_timesteps: z.int().positive().default(1000),
  beta_start: z.number().default(0.0001),
  beta_end: z.number().default(0.02),
  beta_schedule: z.enum(['linear', 'scaled_linear']).default('linear'),
  prediction_type: z.enum(['epsilon', 'v_prediction', 'sample']).default('epsilon'),
  timestep_spacing: z.enum(['leading', 'linspace', 'trailing']).default('leading'),
  steps_offset: z.int().default(0),
  set_alpha_to_one: z.boolean().default(true),
})

/**
 * Reads a model folder in the diffusers ONNX layout. `model.json` (id, name, description, licence) is our
 * addition; without it the folder's name serves. Sizes come from `model_index.json` or, as diffusers writes
 * them, from `unet/config.json` and `vae_decoder/config.json`.
 *
 * @throws EngineError `model_broken` with one line that names the file
 */
export async function readModelFolder(dir: string): Promise<ModelDescription> {
  const index = await readModelJson(dir, 'model_index.json', indexSchema)
  const card = await readOptionalModelJson(dir, 'model.json', cardSchema)
  const unet = await readOptionalModelJson(dir, 'unet/config.json', unetSchema)
  const vae = await readOptionalModelJson(dir, 'vae_decoder/config.json', vaeSchema)
  const scheduler = await readModelJson(dir, 'scheduler/scheduler_config.json', schedulerSchema)
  const folder = path.basename(path.resolve(dir))
  const downscale = index.downscale ?? 2 ** ((vae?.block_out_channels.length ?? 4) - 1)
  return {
    dir,
    id: card?.id ?? folder,
    name: card?.name ?? folder,
    description: card?.description ?? '',
    licence: card?.licence ?? 'unknown',
    latentChannels: index.latent_channels ?? unet?.in_channels ?? 4,
    downscale,
    nativeSize: index.native_size ?? (unet?.sample_size ?? 64) * downscale,
    latentMultiple: index.latent_multiple ?? 2 ** ((unet?.block_out_channels.length ?? 4) - 1),
    scalingFactor: index.scaling_factor ?? vae?.scaling_factor ?? 0.18215,
    scheduler: {
      prediction: scheduler._class_name?.startsWith('FlowMatch')
        ? 'flow'
        : scheduler.prediction_type,
      trainTimesteps: scheduler.num_train_timesteps,
      betaStart: scheduler.beta_start,
      betaEnd: scheduler.beta_end,
      betaSchedule: scheduler.beta_schedule,
      timestepSpacing: scheduler.timestep_spacing,
      stepsOffset: scheduler.steps_offset,
      setAlphaToOne: scheduler.set_alpha_to_one,
    },
  }
}
