import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './values/jobs/drawing.ts'
import { fault } from './said.ts'

/** Longest body: an image and a mask of 20 MB as base64, and what stands around them. */
export const SDAPI_BODY_BYTES = 56 * 1024 * 1024

const LACKS = fault('sdapi.notHere')

/** A field of A1111's that asks for nothing as long as it has one of these values. */
const idle = (...values: unknown[]) =>
  z
    .unknown()
    .refine(
      (value) =>
        value == null ||
        values.includes(value) ||
        (typeof value === 'object' && Object.keys(value).length === 0),
      LACKS,
    )
    .optional()

/** A field that changes nothing about the images. */
const anything = z.unknown().optional()

const { steps, seed, size, images } = LIMITS
const Seed = z.int().min(-1).max(seed.max).nullish()
const Size = z.int().min(size.min).max(size.max).nullish()

const asked = {
  prompt: z.string().max(LIMITS.prompt).default(''),
  negative_prompt: z.string().max(LIMITS.prompt).nullish(),
  /** -1: a random one. */
  seed: Seed,
  subseed: Seed,
  subseed_strength: z.number().min(0).max(1).nullish(),
  sampler_name: z.string().max(60).nullish(),
  sampler_index: z.string().max(60).nullish(),
  /** `Karras` belongs to the name of a sampler. */
  scheduler: z.string().max(60).nullish(),
  /** Their product is the number of images. */
  batch_size: z.int().min(1).max(images.max).nullish(),
  n_iter: z.int().min(1).max(images.max).nullish(),
  steps: z.int().min(steps.min).max(steps.max).nullish(),
  cfg_scale: z.number().min(1).max(30).nullish(),
  width: Size,
  height: Size,
  override_settings: z
    .strictObject({
      sd_model_checkpoint: z.string().max(200).optional(),
      CLIP_stop_at_last_layers: idle(1),
    })
    .nullish(),
  send_images: z.boolean().nullish(),
  /** The same again with the same body joins the first order. */
  force_task_id: z.string().min(1).max(200).nullish(),
  styles: idle(),
  restore_faces: idle(false),
  tiling: idle(false),
  script_name: idle(''),
  script_args: idle(),
  alwayson_scripts: idle(),
  refiner_checkpoint: idle('', 'None'),
  eta: idle(0, 1),
  s_min_uncond: idle(0),
  s_churn: idle(0),
  s_tmax: idle(0),
  s_tmin: idle(0),
  s_noise: idle(1),
  seed_resize_from_h: idle(0, -1),
  seed_resize_from_w: idle(0, -1),
  firstphase_width: idle(0),
  firstphase_height: idle(0),
  refiner_switch_at: anything,
  override_settings_restore_afterwards: anything,
  do_not_save_samples: anything,
  do_not_save_grid: anything,
  save_images: anything,
  comments: anything,
  disable_extra_networks: idle(false),
  infotext: idle(''),
}

export const SdTextToImage = z.strictObject({
  ...asked,
  /** Draws small and over it again, larger. */
  enable_hr: z.boolean().nullish(),
  hr_scale: z.number().min(1).max(4).nullish(),
  hr_second_pass_steps: z.int().min(0).max(steps.max).nullish(),
  denoising_strength: z.number().min(0).max(1).nullish(),
  hr_upscaler: idle('Latent', ''),
  hr_resize_x: idle(0),
  hr_resize_y: idle(0),
  hr_checkpoint_name: idle(''),
  hr_sampler_name: idle(''),
  hr_scheduler: idle(''),
  hr_prompt: idle(''),
  hr_negative_prompt: idle(''),
  firstpass_image: idle(''),
})
export type SdTextToImage = z.output<typeof SdTextToImage>

export const SdImageToImage = z.strictObject({
  ...asked,
  /** One image as base64, with or without `data:`. */
  init_images: z.array(z.string()).length(1, fault('sdapi.oneImage')),
  denoising_strength: z.number().min(0).max(1).nullish(),
  /** White is repainted. */
  mask: z.string().nullish(),
  mask_blur: z.int().min(0).max(64).nullish(),
  /** 1: black is repainted. */
  inpainting_mask_invert: z.literal([0, 1]).nullish(),
  inpainting_fill: idle(0, 1),
  resize_mode: idle(0),
  latent_mask: idle(''),
  mask_blur_x: anything,
  mask_blur_y: anything,
  mask_round: anything,
  inpaint_full_res: anything,
  inpaint_full_res_padding: anything,
  image_cfg_scale: anything,
  initial_noise_multiplier: idle(1),
  include_init_images: anything,
})
export type SdImageToImage = z.output<typeof SdImageToImage>

/** The upscalers of this site by the names that `upscaler_1` takes; `None` is the first. */
export const SD_UPSCALERS = { Upscale: 'UI', 'Pro Upscale': 'UU' } as const

export const SdUpscale = z.strictObject({
  image: z.string().min(1),
  upscaling_resize: z.number().nullish(),
  upscaler_1: z.string().max(60).nullish(),
  resize_mode: idle(0),
  gfpgan_visibility: idle(0),
  codeformer_visibility: idle(0),
  upscaler_2: idle('', 'None'),
  extras_upscaler_2_visibility: idle(0),
  upscale_first: idle(false),
  codeformer_weight: anything,
  show_extras_results: anything,
  upscaling_resize_w: anything,
  upscaling_resize_h: anything,
  upscaling_crop: anything,
})
export type SdUpscale = z.output<typeof SdUpscale>

export const SdPngInfo = z.strictObject({ image: z.string().min(1) })
export const SdOptions = z.strictObject({ sd_model_checkpoint: z.string().max(200) })

/** Images as base64, and a JSON text about them. */
export const SdImages = z.object({
  images: z.array(z.string()),
  parameters: z.record(z.string(), z.unknown()),
  info: z.string(),
})
export type SdImages = z.infer<typeof SdImages>

export const SdUpscaled = z.object({ html_info: z.string(), image: z.string() })
export const SdTexts = z.object({
  info: z.string(),
  items: z.record(z.string(), z.string()),
  parameters: z.record(z.string(), z.string()),
})
export const SdProgress = z.object({
  /** 0 to 1, of the oldest job of this key that has not ended; 0 without one. */
  progress: z.number(),
  eta_relative: z.number(),
  state: z.object({
    skipped: z.boolean(),
    interrupted: z.boolean(),
    stopping_generation: z.boolean(),
    job: z.string(),
    job_count: z.int(),
    job_timestamp: z.string(),
    job_no: z.int(),
    sampling_step: z.int(),
    sampling_steps: z.int(),
  }),
  current_image: z.string().nullable(),
  textinfo: z.null(),
})
export type SdProgress = z.infer<typeof SdProgress>

const order = <const P extends string, B extends z.ZodType, R extends z.ZodType>(
  path: P,
  {
    summary,
    body,
    maxBodyBytes = SDAPI_BODY_BYTES,
    response,
  }: { summary: string; body: B; maxBodyBytes?: number; response: R },
) =>
  endpoint({
    method: 'POST',
    path,
    access: 'user',
    summary,
    body,
    maxBodyBytes,
    response,
  })
const question = <const P extends string, R extends z.ZodType>(
  path: P,
  summary: string,
  response: R,
) => endpoint({ method: 'GET', path, access: 'user', summary, response })

/**
 * The calls that programs made for A1111's web UI make here, by an API key (also as the password of HTTP Basic); errors are
 * `{detail}`.
 */
export const sdapi = {
  textToImage: order('/sdapi/v1/txt2img', {
    summary: 'Make images, as A1111’s call of this name',
    body: SdTextToImage,
    // It sends no image.
    maxBodyBytes: 1024 * 1024,
    response: SdImages,
  }),
  imageToImage: order('/sdapi/v1/img2img', {
    summary: 'Change an image, or a part of it, as A1111’s call of this name',
    body: SdImageToImage,
    response: SdImages,
  }),
  upscale: order('/sdapi/v1/extra-single-image', {
    summary: 'Enlarge an image, as A1111’s call of this name',
    body: SdUpscale,
    response: SdUpscaled,
  }),
  pngInfo: order('/sdapi/v1/png-info', {
    summary: 'The texts in a PNG file, as A1111’s call of this name',
    body: SdPngInfo,
    response: SdTexts,
  }),
  interrupt: endpoint({
    method: 'POST',
    path: '/sdapi/v1/interrupt',
    access: 'user',
    summary: 'Cancel the jobs of this key',
    response: z.object({}),
  }),
  setOptions: endpoint({
    method: 'POST',
    path: '/sdapi/v1/options',
    access: 'user',
    summary: 'Choose the model of this key’s calls that name none',
    body: SdOptions,
    response: z.object({}),
  }),
  progress: question('/sdapi/v1/progress', 'How far the job of this key is', SdProgress),
  samplers: question(
    '/sdapi/v1/samplers',
    'Samplers of the default model',
    z.array(
      z.object({
        name: z.string(),
        aliases: z.array(z.string()),
        options: z.record(z.string(), z.string()),
      }),
    ),
  ),
  models: question(
    '/sdapi/v1/sd-models',
    'Models that make images here',
    z.array(
      z.object({
        title: z.string(),
        model_name: z.string(),
        hash: z.string().nullable(),
        sha256: z.string().nullable(),
        filename: z.string(),
        config: z.null(),
      }),
    ),
  ),
  loras: question(
    '/sdapi/v1/loras',
    'LoRAs that prompts can name',
    z.array(
      z.object({
        name: z.string(),
        alias: z.string(),
        path: z.string(),
        metadata: z.object({}),
      }),
    ),
  ),
  options: question('/sdapi/v1/options', 'The model of calls that name none', SdOptions),
}
