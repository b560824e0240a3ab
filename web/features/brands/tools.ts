import type { Feature } from '#contract/site.ts'
import type { PriceTable } from '#contract/plans.ts'
import { formatCredits } from '#web/lib/format.ts'

export interface Tool {
  feature: Feature
  label: string
  description: string
  /** What it makes, under /showcase/; of tools that are there. */
  sample?: { file: string; alt: string }
  /** From the price table; null where the price is told on the spot. */
  price: ((prices: PriceTable, trainingCost: number) => string) | null
}

const picture = (prices: PriceTable) =>
  `from ${formatCredits(prices.image[0]?.credits ?? 1)} an image`

/** Every tool, in the order of the page. */
export const tools: Tool[] = [
  {
    feature: 'text_to_image',
    label: 'Text to image',
    description: 'Write what you want to see and watch it come.',
    sample: {
      file: 'two-penguins-in-the-snow-flat-style.webp',
      alt: 'Two penguins in the snow, made from these words',
    },
    price: picture,
  },
  {
    feature: 'image_to_image',
    label: 'Image to image',
    description: 'Start from an image and say what should change.',
    sample: {
      file: 'house-on-the-grass-3d-style.webp',
      alt: 'A house on the grass',
    },
    price: picture,
  },
  {
    feature: 'img_editor',
    label: 'Image editor',
    description: 'Repaint, extend and remove parts of an image.',
    price: picture,
  },
  {
    feature: 'background_removal',
    label: 'Background removal',
    description: 'Cut the subject out of its background.',
    price: (prices) => `${formatCredits(prices.remove_background)} an image`,
  },
  {
    feature: 'upscale_image',
    label: 'Upscale image',
    description: 'Make an image larger and sharper.',
    price: (prices) => `from ${formatCredits(prices.upscale.x2)} an image`,
  },
  {
    feature: 'face_swap',
    label: 'Face swap',
    description: 'Put one face onto another, with consent.',
    price: (prices) => `${formatCredits(prices.face_swap)} an image`,
  },
  {
    feature: 'instant_avatars',
    label: 'Instant avatars',
    description: 'Avatars in many styles from one photo.',
    price: (prices) => `${formatCredits(prices.instant_avatar)} an image`,
  },
  {
    feature: 'train_model',
    label: 'Train a model',
    description: 'Teach a model a face, an object or a style from your own photos.',
    price: (_prices, trainingCost) => formatCredits(trainingCost),
  },
  {
    feature: 'professional_headshots',
    label: 'Professional headshots',
    description: 'Studio portraits from everyday photos.',
    price: (prices) => `${formatCredits(prices.headshot)} an image`,
  },
  {
    feature: 'photo_packs',
    label: 'Photo packs',
    description: 'A whole set of images of you around one theme.',
    price: null,
  },
  {
    feature: 'text_to_video',
    label: 'Text to video',
    description: 'A short clip from a sentence.',
    price: (prices) => `from ${formatCredits(Math.min(...Object.values(prices.video)))} a second`,
  },
  {
    feature: 'video_packs',
    label: 'Video packs',
    description: 'A set of clips around one theme.',
    price: null,
  },
  {
    feature: 'explore_models',
    label: 'Explore models',
    description: 'Models and styles that others have made.',
    price: null,
  },
  {
    feature: 'explore_images',
    label: 'Explore images',
    description: 'Images that others have published, with their recipe.',
    price: null,
  },
]
