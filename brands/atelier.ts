import { FEATURES } from '#contract/values/features.ts'
import type { Brand } from './brand.ts'
import {
  ABOUT_LINKS,
  DEFAULT_DESCRIPTION,
  EXAMPLE_PROMPTS,
  EXPLORE_LINKS,
  EXPLORE_MENU,
  MAINTENANCE,
  RESOURCE_LINKS,
  STYLE_LINKS,
} from './shared.ts'

/** The main brand: everything. */
export const atelier: Brand = {
  id: 'atelier',
  name: 'Atelier',
  description: DEFAULT_DESCRIPTION,
  hosts: [],
  accent: 'pink',
  faq: 'generator',
  features: [...FEATURES],
  showsExplore: true,
  navigation: [
    {
      label: 'Tools',
      link: '/tools/all',
      links: [
        {
          label: 'Train Model',
          link: '/train/loras/all',
          description: 'Teach a model your own subject from a handful of photos',
        },
        {
          label: 'Photo Packs',
          link: '/packs/photo-packs/all',
          description: 'A whole set of images around one theme',
        },
        {
          label: 'Video Packs',
          link: '/packs/video-packs/all',
          description: 'A whole set of short videos',
        },
        {
          label: 'Face Swap',
          link: '/tools/face-swap',
          description: 'Put one face onto another, with consent',
        },
        { label: 'All Tools', link: '/tools/all', description: 'Everything in one place' },
      ],
    },
    EXPLORE_MENU,
  ],
  footer: [
    {
      title: 'Tools',
      links: [
        { label: 'All Tools', link: '/tools/all' },
        { label: 'Text To Image', link: '/text-to-image' },
        { label: 'Image To Image', link: '/image-to-image' },
        { label: 'Text To Video', link: '/tools/text-to-video' },
        { label: 'Image Editor', link: '/tools/img-editor' },
        { label: 'Face Swap', link: '/tools/face-swap' },
        { label: 'Background Removal', link: '/tools/background-removal' },
        { label: 'Replace Background', link: '/tools/replace-background' },
        { label: 'Upscale Image', link: '/tools/upscale-image' },
        { label: 'Fix Faces', link: '/tools/fix-faces' },
        { label: 'Instant Avatars', link: '/tools/instant-avatars' },
        { label: 'Professional Headshots', link: '/tools/professional-headshots' },
      ],
    },
    STYLE_LINKS,
    EXPLORE_LINKS,
    RESOURCE_LINKS,
    {
      title: 'Use Cases',
      links: [
        { label: 'Dating', link: '/use-cases/dating' },
        { label: 'Avatars', link: '/instant-avatars' },
        { label: 'Headshots', link: '/professional-headshots' },
      ],
    },
    ABOUT_LINKS,
  ],
  defaultLoggedInLanding: '/tools/all',
  hero: {
    title: 'Good photos from the ones you have',
    text: 'Remove a background, make a headshot, enlarge an old photo: see it on your own photo first.',
    action: 'Choose a photo',
    picture: '/tools/photographer-card.webp',
    examples: EXAMPLE_PROMPTS,
    price: 'The preview is free. Full size costs {credits}, and {free} a month are free.',
  },
  example: {
    before: {
      file: '/tools/photographer-before.webp',
      light: '/tools/photographer-before.avif',
      text: 'A photographer in a red hat in front of a dark hedge',
    },
    after: {
      file: '/tools/photographer-after.webp',
      light: '/tools/photographer-after.avif',
      text: 'The photographer without the hedge',
    },
    width: 640,
    height: 640,
  },
  closing: {
    title: '{free}, free every month',
    text: 'No card needed, and no watermark on your first {unmarked} images of the month. Verify your email and start with a photo or a prompt.',
    action: 'Create an account',
  },
  counters: { images: 3744453, users: 35200 },
  banner: MAINTENANCE,
}
