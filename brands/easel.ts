import type { Brand } from './brand.ts'
import {
  ABOUT_LINKS,
  DEFAULT_DESCRIPTION,
  EDITING_LINKS,
  EDITING_MENU,
  EXAMPLE_PROMPTS,
  EXPLORE_LINKS,
  EXPLORE_MENU,
  MAINTENANCE,
  RESOURCE_LINKS,
  STYLE_LINKS,
} from './shared.ts'

/** The generator: pictures from words and from pictures, and the tools to finish them. */
export const easel: Brand = {
  id: 'easel',
  name: 'Easel',
  description: DEFAULT_DESCRIPTION,
  hosts: [],
  accent: 'grape',
  faq: 'generator',
  features: [
    'text_to_image',
    'image_to_image',
    'img_editor',
    'background_removal',
    'upscale_image',
    'explore_models',
    'explore_images',
  ],
  showsExplore: true,
  navigation: [EDITING_MENU, EXPLORE_MENU],
  footer: [EDITING_LINKS, STYLE_LINKS, EXPLORE_LINKS, RESOURCE_LINKS, ABOUT_LINKS],
  defaultLoggedInLanding: '/tools/all',
  hero: {
    title: 'From a quick photo to a product photo',
    text: 'Cut out, clean up and enlarge what you sell. Try it on your own photo before you sign up.',
    action: 'Choose a photo',
    picture: '/tools/product-card.webp',
    examples: EXAMPLE_PROMPTS,
    price: 'Free to try. A cut-out in full size costs {credits}; {free} are free every month.',
  },
  example: {
    before: {
      file: '/tools/product-before.webp',
      light: '/tools/product-before.avif',
      text: 'A cup of coffee on a wooden table',
    },
    after: {
      file: '/tools/product-after.webp',
      light: '/tools/product-after.avif',
      text: 'The cup on white, as online shops ask for',
    },
    width: 640,
    height: 528,
  },
  toolCards: {
    background_removal: '/tools/product-card.webp',
    upscale_image: '/tools/product-upscale-card.webp',
    img_editor: '/tools/product-editor-card.webp',
  },
  closing: {
    title: '{free}, free every month',
    text: 'No card needed, and no watermark on your first {unmarked} images of the month. Create an account and verify your email to start.',
    action: 'Create an account',
  },
  counters: { images: 1286310, users: 14700 },
  counts: 'photos',
  banner: MAINTENANCE,
}
