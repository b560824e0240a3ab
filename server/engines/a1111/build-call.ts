import type { ImageRequest } from '../spec/index.ts'
import { controlUnit } from './control-net.ts'
import { plainPrompt } from '../remote/plain-prompt.ts'
import type { PreparedSource } from '../remote/prepare-source.ts'
import type { Abilities, ServerModel } from './read-abilities.ts'
import { firstPassOf, seedOf } from '../remote/request-sizes.ts'
import type { ServerSampler } from '../remote/sampler-names.ts'

/** A request, and what was found for it on the server. */
export interface Found {
  request: ImageRequest
  model: ServerModel
  sampler: ServerSampler
  abilities: Abilities
  source: PreparedSource | null
  /** What leads it, in the order of the request: PNG of the output's size. */
  controls: Uint8Array[]
}

export interface Call {
  path: string
  body: Record<string, unknown>
}

export const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64')

/**
 * One picture as a call of A1111's API (`modules/api/api.py`). The checkpoint is named in the call itself and stays
 * selected, so that no other request can be drawn by a switch that was meant for this one.
 * @param taskId by which progress is asked for
 */
export function buildSdapiCall(found: Found, index: number, taskId: string): Call {
  const { request, model, sampler, source, abilities } = found
  const { hires, variation } = request
  const shared = {
    prompt: withLoraTags(request),
    negative_prompt: request.negativePrompt,
    seed: seedOf(request.seed, index),
    ...(variation && {
      subseed: seedOf(variation.seed, index),
      subseed_strength: variation.strength,
    }),
    sampler_name: sampler.sampler,
    ...(sampler.scheduler !== undefined && { scheduler: sampler.scheduler }),
    steps: request.steps,
    cfg_scale: request.guidanceScale,
    batch_size: 1,
    n_iter: 1,
    override_settings: { sd_model_checkpoint: model.title },
    override_settings_restore_afterwards: false,
    send_images: true,
    save_images: false,
    force_task_id: taskId,
    ...scriptsOf(found),
  }
  if (source) {
    return {
      path: '/sdapi/v1/img2img',
      body: {
        ...shared,
        ...source.size,
        init_images: [base64(source.image)],
        resize_mode: 0,
        denoising_strength: request.source?.strength,
        ...(source.mask && {
          mask: base64(source.mask),
          mask_blur: 0,
          // What lies in padding is filled from its surroundings, what a mask covers starts from itself.
          inpainting_fill: request.source?.padding ? 0 : 1,
          inpaint_full_res: false,
          inpainting_mask_invert: 0,
        }),
      },
    }
  }
  return {
    path: '/sdapi/v1/txt2img',
    body: {
      ...shared,
      ...(hires ? firstPassOf(request) : { width: request.width, height: request.height }),
      ...(hires && {
        enable_hr: true,
        hr_resize_x: request.width,
        hr_resize_y: request.height,
        hr_scale: hires.scale,
        hr_second_pass_steps: hires.steps,
        denoising_strength: hires.strength,
        hr_upscaler: abilities.upscalers[0] ?? 'Latent',
      }),
    },
  }
}

/** What extensions take part in a drawing. */
function scriptsOf({ request, model, controls }: Found) {
  const args = (request.controls ?? []).flatMap((control, place) => {
    const [tools, image] = [model.controls.get(control.kind), controls[place]]
    return tools && image ? [controlUnit(control, tools, base64(image))] : []
  })
  return args.length > 0 && { alwayson_scripts: { ControlNet: { args } } }
}

/** One picture as a job of stable-diffusion.cpp's own API (its `examples/server/api.md`). */
export function buildSdcppBody(found: Found, index: number): Record<string, unknown> {
  const { request, sampler, source, abilities } = found
  const { hires } = request
  const size = source?.size ?? (hires ? firstPassOf(request) : request)
  return {
    prompt: request.prompt,
    negative_prompt: request.negativePrompt,
    width: size.width,
    height: size.height,
    seed: seedOf(request.seed, index),
    batch_count: 1,
    sample_params: {
      sample_method: sampler.sampler,
      ...(sampler.scheduler !== undefined && { scheduler: sampler.scheduler }),
      sample_steps: request.steps,
      guidance: { txt_cfg: request.guidanceScale },
    },
    lora: request.loras.map(({ model, weight }) => ({
      path: abilities.loras.find(({ id }) => id === model)?.path ?? model,
      multiplier: weight,
      is_high_noise: false,
    })),
    ...(source && {
      init_image: base64(source.image),
      strength: request.source?.strength,
      ...(source.mask && { mask_image: base64(source.mask) }),
    }),
    ...(hires && {
      hires: {
        enabled: true,
        upscaler: abilities.upscalers[0] ?? 'Latent',
        scale: hires.scale,
        target_width: request.width,
        target_height: request.height,
        steps: hires.steps,
        denoising_strength: hires.strength,
      },
    }),
    embed_image_metadata: false,
    output_format: 'png',
  }
}

/** A1111 reads LoRAs from the prompt. */
const withLoraTags = ({ prompt, loras }: ImageRequest) =>
  [plainPrompt(prompt), ...loras.map(({ model, weight }) => `<lora:${model}:${weight}>`)].join(' ')
