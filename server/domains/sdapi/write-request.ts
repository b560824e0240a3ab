import { GenerationRequest } from '#contract/generation-request.ts'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { SAMPLERS, type Sampler } from '#contract/samplers.ts'
import {
  SD_UPSCALERS,
  type SdImageToImage,
  type SdTextToImage,
  type SdUpscale,
} from '#contract/sdapi.ts'
import { invalidField } from '#server/platform/errors.ts'
import { parseInput } from '#server/platform/validation.ts'
import { t } from '#server/texts/index.ts'

const LACKS = t('sdapi.notHere')
const KARRAS = 'Karras'
const AUTOMATIC = new Set(['', 'automatic', 'use same scheduler'])

/** Our fields by the names that A1111 gives them. */
export const SD_FIELDS: Readonly<Record<string, string>> = {
  num_images: 'batch_size',
  guidance_scale: 'cfg_scale',
  sampler: 'sampler_name',
  model: 'override_settings',
  image: 'init_images',
  strength: 'denoising_strength',
  mask_feather: 'mask_blur',
  hires: 'enable_hr',
  variation_seed: 'subseed',
  variation_strength: 'subseed_strength',
  scale: 'upscaling_resize',
}

const isSampler = (name: string): name is Sampler => SAMPLERS.some((sampler) => sampler === name)

/** The sampler of a call: A1111 names its schedule apart, here it belongs to the name. @throws {AppError} `invalid` */
function samplerOf({
  sampler_name: name,
  sampler_index: index,
  scheduler,
}: SdTextToImage | SdImageToImage): Sampler | undefined {
  const asked = name ?? index
  if (asked == null) return undefined
  const schedule = scheduler ?? ''
  const isAutomatic = AUTOMATIC.has(schedule.toLowerCase())
  const isNamed = asked.endsWith(` ${KARRAS}`) && schedule === KARRAS
  const full = isAutomatic || isNamed ? asked : `${asked} ${schedule}`
  if (isSampler(full)) return full
  throw invalidField(isAutomatic || !isSampler(asked) ? 'sampler_name' : 'scheduler', LACKS)
}

/** Of an image, by the ids of its uploads. */
export interface SentImage {
  image: string
  mask: string | null
}

/**
 * A call as a request for a job. What the model lacks is refused by name, here or where the request is judged.
 * @param sent of img2img; null: it draws from words alone
 * @throws {AppError} `invalid`
 */
export function writeRequest(
  call: SdTextToImage | SdImageToImage,
  model: Pick<GenerationModel, 'id' | 'native_size'>,
  sent: SentImage | null,
): GenerationRequest {
  const sampler = samplerOf(call)
  const count = (call.batch_size ?? 1) * (call.n_iter ?? 1)
  const varies = (call.subseed_strength ?? 0) > 0
  // Of a part of an image the size is the image's.
  const size = sent?.mask == null && {
    width: call.width ?? model.native_size,
    height: call.height ?? model.native_size,
  }
  return parseInput(GenerationRequest, {
    type: sent ? 'ITI' : 'TTI',
    prompt: call.prompt,
    model: model.id,
    num_images: count,
    seed: call.seed == null || call.seed < 0 ? null : call.seed,
    ...size,
    ...(call.negative_prompt && { negative_prompt: call.negative_prompt }),
    ...(call.steps != null && { steps: call.steps }),
    ...(call.cfg_scale != null && { guidance_scale: call.cfg_scale }),
    ...(sampler && { sampler }),
    ...(varies && { variation_strength: call.subseed_strength }),
    ...(varies && call.subseed != null && call.subseed >= 0 && { variation_seed: call.subseed }),
    ...('init_images' in call ? overImage(call, sent) : inTwoPasses(call)),
  })
}

function overImage(call: SdImageToImage, sent: SentImage | null): object {
  return {
    image: sent?.image,
    ...(call.denoising_strength != null && { strength: call.denoising_strength }),
    ...(sent?.mask != null && {
      mask: sent.mask,
      ...(call.mask_blur != null && { mask_feather: call.mask_blur }),
    }),
  }
}

function inTwoPasses(call: SdTextToImage): object {
  if (!call.enable_hr) return {}
  return {
    hires: {
      scale: call.hr_scale ?? 2,
      steps: call.hr_second_pass_steps ?? 0,
      ...(call.denoising_strength != null && { strength: call.denoising_strength }),
    },
  }
}

const isUpscaler = (name: string): name is keyof typeof SD_UPSCALERS => name in SD_UPSCALERS

/** A call of extra-single-image as a request. @throws {AppError} `invalid` */
export function writeUpscale(
  { upscaling_resize: scale, upscaler_1: asked }: SdUpscale,
  image: string,
): GenerationRequest {
  const [first] = Object.keys(SD_UPSCALERS)
  const name = asked == null || asked === 'None' || asked === '' ? first! : asked
  if (!isUpscaler(name)) {
    const names = Object.keys(SD_UPSCALERS).join(', ')
    throw invalidField('upscaler_1', t('sdapi.noSuchUpscaler', { names }))
  }
  return parseInput(GenerationRequest, { type: SD_UPSCALERS[name], image, scale: scale ?? 2 })
}
