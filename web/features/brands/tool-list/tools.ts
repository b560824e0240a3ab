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
  /** What it made, root-relative, with the key of its text; of tools that are there. */
  sample?: {
    src: string
    alt:
      | 'sample.penguins'
      | 'sample.house'
      | 'sample.cutOut'
      | 'sample.upscaled'
      | 'sample.faces'
      | 'sample.avatars'
  }
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
      src: '/showcase/two-penguins-in-the-snow-flat-style.webp',
      alt: 'sample.penguins',
    },
    price: image,
  },
  {
    feature: 'image_to_image',
    sample: {
      src: '/showcase/house-on-the-grass-3d-style.webp',
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
    sample: { src: '/tools/background-card.webp', alt: 'sample.cutOut' },
    price: (prices) => ({ of: 'image', credits: prices.remove_background }),
  },
  {
    feature: 'upscale_image',
    sample: { src: '/tools/upscale-card.webp', alt: 'sample.upscaled' },
    price: (prices) => ({ of: 'imageFrom', credits: prices.upscale.x2 }),
  },
  {
    feature: 'face_swap',
    sample: { src: '/tools/faces-card.webp', alt: 'sample.faces' },
    price: (prices) => ({ of: 'image', credits: prices.face_swap }),
  },
  {
    feature: 'instant_avatars',
    sample: { src: '/tools/avatars-card.webp', alt: 'sample.avatars' },
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
