import type { Feature } from '#contract/site.ts'
import type { PriceTable } from '#contract/plans.ts'

interface Price {
  /** The message that says what it is the price of. */
  of: 'image' | 'imageFrom' | 'secondFrom' | 'model'
  credits: number
}

/** Its name and what it does are the messages `label.<feature>` and `description.<feature>`. */
export interface Tool {
  feature: Feature
  /** What it makes, under /showcase/, with the key of its text; of tools that are there. */
  sample?: { file: string; alt: 'sample.penguins' | 'sample.house' }
  /** From the price table; null where the price is told on the spot. */
  price: ((prices: PriceTable, trainingCost: number) => Price) | null
}

const image = (prices: PriceTable): Price => ({
  of: 'imageFrom',
  credits: prices.image[0]?.credits ?? 1,
})

/** Every tool, in the order of the page. */
export const tools: Tool[] = [
  {
    feature: 'text_to_image',
    sample: {
      file: 'two-penguins-in-the-snow-flat-style.webp',
      alt: 'sample.penguins',
    },
    price: image,
  },
  {
    feature: 'image_to_image',
    sample: {
      file: 'house-on-the-grass-3d-style.webp',
      alt: 'sample.house',
    },
    price: image,
  },
  {
    feature: 'img_editor',
    price: image,
  },
  {
    feature: 'background_removal',
    price: (prices) => ({ of: 'image', credits: prices.remove_background }),
  },
  {
    feature: 'upscale_image',
    price: (prices) => ({ of: 'imageFrom', credits: prices.upscale.x2 }),
  },
  {
    feature: 'face_swap',
    price: (prices) => ({ of: 'image', credits: prices.face_swap }),
  },
  {
    feature: 'instant_avatars',
    price: (prices) => ({ of: 'image', credits: prices.instant_avatar }),
  },
  {
    feature: 'train_model',
    price: (_prices, trainingCost) => ({ of: 'model', credits: trainingCost }),
  },
  {
    feature: 'professional_headshots',
    price: (prices) => ({ of: 'image', credits: prices.headshot }),
  },
  {
    feature: 'photo_packs',
    price: null,
  },
  {
    feature: 'text_to_video',
    price: (prices) => ({
      of: 'secondFrom',
      credits: Math.min(...Object.values(prices.video)),
    }),
  },
  {
    feature: 'video_packs',
    price: null,
  },
  {
    feature: 'explore_models',
    price: null,
  },
  {
    feature: 'explore_images',
    price: null,
  },
]
