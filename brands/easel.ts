import type { Brand } from './brand.ts'
import {
  ABOUT_LINKS,
  COUNTERS_FLOOR,
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
    title: 'Cut out, clean up and enlarge your photos',
    text: 'Photo tools that you can try on your own photo before you sign up.',
    action: 'Choose a photo',
    picture: '/tools/background-card.webp',
    examples: EXAMPLE_PROMPTS,
  },
  closing: {
    title: '40 free images every month',
    text: 'No card needed, and no watermark on your first 40 images of the month. Create an account and verify your email to start.',
    action: 'Create an account',
  },
  counters: COUNTERS_FLOOR,
  banner: MAINTENANCE,
}
