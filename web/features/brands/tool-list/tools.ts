import type { Feature } from '#contract/site.ts'
import type { PriceTable } from '#contract/plans.ts'
import { paths } from '#web/app/paths.ts'
import type { Offer } from '#web/lib/generation-servers.ts'

export interface Price {
  /** The message that says what it is the price of. */
  of: 'image' | 'imageFrom' | 'secondFrom' | 'model'
  credits: number
}

/** Its name and what it does are the messages `label.<id>` and `description.<id>`. */
export interface Tool {
  id: Feature | 'replace_background' | 'fix_faces' | 'edit_image'
  /** What a brand must have for it. */
  feature: Feature
  /** What an engine has to offer for it; every site has the others. */
  needs?: Offer
  /** Where it is; default the page of the feature. */
  page?: string
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
    feature: 'text_to_image',
    sample: {
      src: '/showcase/two-penguins-in-the-snow-flat-style.webp',
      alt: 'sample.penguins',
    },
    price: image,
  },
  {
    id: 'image_to_image',
    feature: 'image_to_image',
    sample: {
      src: '/showcase/house-on-the-grass-3d-style.webp',
      alt: 'sample.house',
    },
    price: image,
  },
  {
    id: 'edit_image',
    feature: 'image_to_image',
    needs: 'edit_image',
    page: paths.editImage.pattern,
    sample: { src: '/tools/cat.jpg', alt: 'sample.edit' },
    asks: 'sample.editWords',
    price: null,
  },
  {
    id: 'img_editor',
    feature: 'img_editor',
    price: (prices) => ({ of: 'imageFrom', credits: prices.remove_object }),
  },
  {
    id: 'background_removal',
    feature: 'background_removal',
    sample: { src: '/tools/background-card.webp', alt: 'sample.cutOut' },
    price: (prices) => ({ of: 'image', credits: prices.remove_background }),
  },
  {
    id: 'replace_background',
    feature: 'background_removal',
    page: paths.replaceBackground.pattern,
    sample: { src: '/tools/replaced-card.webp', alt: 'sample.replaced' },
    price: (prices) => ({ of: 'image', credits: prices.replace_background }),
  },
  {
    id: 'upscale_image',
    feature: 'upscale_image',
    sample: { src: '/tools/upscale-card.webp', alt: 'sample.upscaled' },
    price: (prices) => ({ of: 'imageFrom', credits: prices.upscale.x2 }),
  },
  {
    id: 'fix_faces',
    feature: 'upscale_image',
    page: paths.fixFaces.pattern,
    sample: { src: '/tools/fixed-card.webp', alt: 'sample.fixed' },
    price: (prices) => ({ of: 'image', credits: prices.fix_faces }),
  },
  {
    id: 'face_swap',
    feature: 'face_swap',
    sample: { src: '/tools/faces-card.webp', alt: 'sample.faces' },
    price: (prices) => ({ of: 'image', credits: prices.face_swap }),
  },
  {
    id: 'instant_avatars',
    feature: 'instant_avatars',
    sample: { src: '/tools/avatars-card.webp', alt: 'sample.avatars' },
    price: (prices) => ({ of: 'image', credits: prices.instant_avatar }),
  },
  {
    id: 'train_model',
    feature: 'train_model',
    price: (_prices, trainingCost) => ({ of: 'model', credits: trainingCost }),
  },
  {
    id: 'professional_headshots',
    feature: 'professional_headshots',
    sample: { src: '/tools/headshot-after.webp', alt: 'sample.headshots' },
    price: (prices) => ({ of: 'image', credits: prices.headshot }),
  },
  {
    id: 'photo_packs',
    feature: 'photo_packs',
    price: null,
  },
  {
    id: 'text_to_video',
    feature: 'text_to_video',
    sample: { src: '/tools/video-card.webp', alt: 'sample.video' },
    price: (prices) => ({
      of: 'secondFrom',
      credits: Math.min(...Object.values(prices.video)),
    }),
  },
  {
    id: 'video_packs',
    feature: 'video_packs',
    price: null,
  },
  {
    id: 'explore_models',
    feature: 'explore_models',
    price: null,
  },
  {
    id: 'explore_images',
    feature: 'explore_images',
    price: null,
  },
]
