import type { Brand } from './brand.ts'
import { commonFooter } from './common-links.ts'

/** The generator brand: making and editing pictures, and exploring what others made. */
export const easel: Brand = {
  id: 'easel',
  name: 'Easel',
  hosts: [],
  features: [
    'text_to_image',
    'image_to_image',
    'img_editor',
    'background_removal',
    'upscale_image',
    'explore_models',
    'explore_images',
  ],
  defaultLoggedInLanding: '/tools/all',
  showsExplore: true,
  faq: 'generator',
  description: 'Make your imagination come true',
  hero: {
    title: 'From a sentence to a picture',
    text: 'A quiet place to sketch with words. Every picture is made from your prompt alone, keeps its recipe, and can be made again.',
    action: 'Start sketching',
  },
  closing: {
    title: 'Forty free pictures every month',
    text: 'Open an account, confirm your e-mail address, and put the easel up.',
    action: 'Create an account',
  },
  navigation: [
    {
      label: 'Tools',
      link: '/tools/all',
      links: [
        {
          label: 'All Tools',
          link: '/tools/all',
          description: 'Everything you can make here, with its price',
        },
      ],
    },
  ],
  footer: [
    {
      title: 'Tools',
      links: [
        { label: 'Text to image', link: '/text-to-image' },
        { label: 'All tools', link: '/tools/all' },
      ],
    },
    ...commonFooter,
  ],
}
