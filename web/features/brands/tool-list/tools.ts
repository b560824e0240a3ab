import type { Feature } from '#contract/site.ts'
import type { PriceTable } from '#contract/plans.ts'
import { pageOfFeature } from '#brands/index.ts'
import { isToolKey, type ToolEntry, type ToolKey, TOOLS } from '#contract/tools.ts'

/** A feature, or a tool that is part of one. */
type CardId = Feature | Exclude<ToolKey, 'create_headshots'>

export interface Price {
  /** The message that says what it is the price of. */
  of: 'image' | 'imageFrom' | 'secondFrom' | 'model'
  credits: number
}

/** Its name and what it does are the messages `label.<id>` and `description.<id>`. */
export interface Tool {
  id: CardId
  /** What it made, root-relative, with the key of its text; of tools that are there. */
  sample?: {
    src: string
    alt:
      | 'sample.penguins'
      | 'sample.edit'
      | 'sample.house'
      | 'sample.cutOut'
      | 'sample.replaced'
      | 'sample.fixed'
      | 'sample.upscaled'
      | 'sample.faces'
      | 'sample.avatars'
      | 'sample.headshots'
      | 'sample.video'
  }
  /** What is asked of the sample, shown on it: it is no result. */
  asks?: 'sample.editWords'
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
    id: 'text_to_image',
    sample: {
      src: '/showcase/two-penguins-in-the-snow-flat-style.webp',
      alt: 'sample.penguins',
    },
    price: image,
  },
  {
    id: 'image_to_image',
    sample: {
      src: '/showcase/house-on-the-grass-3d-style.webp',
      alt: 'sample.house',
    },
    price: image,
  },
  {
    id: 'edit_image',
    sample: { src: '/tools/cat.jpg', alt: 'sample.edit' },
    asks: 'sample.editWords',
    price: null,
  },
  {
    id: 'img_editor',
    price: (prices) => ({ of: 'imageFrom', credits: prices.remove_object }),
  },
  {
    id: 'background_removal',
    sample: { src: '/tools/background-card.webp', alt: 'sample.cutOut' },
    price: (prices) => ({ of: 'image', credits: prices.remove_background }),
  },
  {
    id: 'replace_background',
    sample: { src: '/tools/replaced-card.webp', alt: 'sample.replaced' },
    price: (prices) => ({ of: 'image', credits: prices.replace_background }),
  },
  {
    id: 'upscale_image',
    sample: { src: '/tools/upscale-card.webp', alt: 'sample.upscaled' },
    price: (prices) => ({ of: 'imageFrom', credits: prices.upscale.x2 }),
  },
  {
    id: 'fix_faces',
    sample: { src: '/tools/fixed-card.webp', alt: 'sample.fixed' },
    price: (prices) => ({ of: 'image', credits: prices.fix_faces }),
  },
  {
    id: 'face_swap',
    sample: { src: '/tools/faces-card.webp', alt: 'sample.faces' },
    price: (prices) => ({ of: 'image', credits: prices.face_swap }),
  },
  {
    id: 'instant_avatars',
    sample: { src: '/tools/avatars-card.webp', alt: 'sample.avatars' },
    price: (prices) => ({ of: 'image', credits: prices.instant_avatar }),
  },
  {
    id: 'train_model',
    price: (_prices, trainingCost) => ({ of: 'model', credits: trainingCost }),
  },
  {
    id: 'professional_headshots',
    sample: { src: '/tools/headshot-after.webp', alt: 'sample.headshots' },
    price: (prices) => ({ of: 'image', credits: prices.headshot }),
  },
  {
    id: 'photo_packs',
    price: null,
  },
  {
    id: 'text_to_video',
    sample: { src: '/tools/video-card.webp', alt: 'sample.video' },
    price: (prices) => ({
      of: 'secondFrom',
      credits: Math.min(...Object.values(prices.video)),
    }),
  },
  {
    id: 'video_packs',
    price: null,
  },
  {
    id: 'explore_models',
    price: null,
  },
  {
    id: 'explore_images',
    price: null,
  },
]

/** Where a tool is, and what a brand and its engines must have for it. */
export const placeOf = (
  id: CardId,
): Pick<ToolEntry, 'feature' | 'needs'> & { page: string | null } =>
  isToolKey(id) ? TOOLS[id] : { page: pageOfFeature(id), feature: id }
