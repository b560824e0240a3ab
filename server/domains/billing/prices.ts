import type { PriceTable } from '#contract/plans-and-prices.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { fromPrices } from './price-list.ts'

/** Pixels of one megapixel, as prices mean it. */
const MEGAPIXEL = 1_048_576

/** The program's own prices: credits, each per delivered result; videos per second. */
const OWN: PriceTable = {
  image: [
    { max_pixels: MEGAPIXEL, credits: 1 },
    { max_pixels: 2 * MEGAPIXEL, credits: 2 },
    { max_pixels: 4 * MEGAPIXEL, credits: 4 },
  ],
  remove_background: 1,
  replace_background: 2,
  remove_object: 1,
  face_swap: 2,
  upscale: { x2: 1, x3: 2, x4: 2, x8: 4 },
  pro_upscale: 4,
  fix_faces: 1,
  instant_avatar: 2,
  headshot: 2,
  detail_pass: 1,
  video: {
    BUILT_IN: 1,
    COMFYUI: 4,
    LTX: 4,
    HAILUO: 6,
    LUMA: 8,
    KLING_1: 8,
    KLING_1_5: 10,
    RUNWAY: 10,
    HEY_AI: 12,
  },
}

/** Credits for the training of one model. */
const OWN_TRAINING_COST = 1000

/** Credits, each per delivered result; videos per second. Served as it is by `/api/plans/`. */
export const prices = fromPrices(({ tools }): PriceTable => {
  const { image, upscale, video, ...others } = OWN
  const sizes = ['image_1mp', 'image_2mp', 'image_4mp']
  const changed = <T extends Record<string, number>>(own: T, prefix = ''): T =>
    Object.fromEntries(
      Object.entries(own).map(([name, credits]) => [name, tools[prefix + name] ?? credits]),
    ) as T
  return {
    ...changed(others),
    image: image.map((line, index) => ({
      ...line,
      credits: tools[sizes[index] ?? ''] ?? line.credits,
    })),
    upscale: changed(upscale, 'upscale_'),
    video: changed(video, 'video_'),
  }
})

/** Credits for the training of one model. */
export const trainingCost = fromPrices(({ tools }) => tools['training'] ?? OWN_TRAINING_COST)

/**
 * Price of one generated picture by the size of the output in pixels; the limits are inclusive.
 * @returns credits
 * @throws {AppError} `invalid` for more than four megapixels
 */
export function priceImage({ width, height }: { width: number; height: number }): number {
  const line = prices().image.find(({ max_pixels }) => width * height <= max_pixels)
  if (!line) {
    throw invalidField('width', t('common.tooManyPixels'))
  }
  return line.credits
}
