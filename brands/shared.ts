import type { Banner, Brand, FooterGroup } from './brand.ts'

export const DEFAULT_DESCRIPTION = 'Make your imagination come true'

/** Example of a maintenance notice; it is over, so nobody sees it until its dates are set again. */
export const MAINTENANCE: Banner = {
  text: '16th May: Maintenance in progress. Thank you for your patience. Some features may be unavailable.',
  from: '2025-05-16T00:00:00Z',
  until: '2025-05-17T00:00:00Z',
}

export const ABOUT_LINKS: FooterGroup = {
  title: 'About',
  links: [
    { label: 'Terms of Service', link: '/about/terms-of-service' },
    { label: 'Privacy Policy', link: '/about/privacy-policy' },
    { label: 'Restrictions', link: '/about/restrictions' },
  ],
}

export const STYLE_LINKS: FooterGroup = {
  title: 'Styles',
  links: [
    { label: 'All Styles', link: '/ai-img-generator/styles/all' },
    { label: 'Photography', link: '/ai-img-generator/styles/photography' },
    { label: 'Cartoon', link: '/ai-img-generator/styles/cartoon' },
    { label: 'Anime', link: '/ai-img-generator/styles/anime' },
    { label: 'Art', link: '/ai-img-generator/styles/art' },
    { label: 'Digital', link: '/ai-img-generator/styles/digital' },
    { label: 'Material', link: '/ai-img-generator/styles/material' },
  ],
}

export const EXPLORE_LINKS: FooterGroup = {
  title: 'Explore',
  links: [
    { label: 'Explore Models', link: '/inspire/models/all' },
    { label: 'Explore Images', link: '/inspire/images/all' },
  ],
}

/** In the navigation. */
export const EXPLORE_MENU: Brand['navigation'][number] = {
  label: 'Explore',
  link: '/inspire/images/all',
  links: [
    { label: 'Guide', link: '/guide', description: 'How prompts and parameters work' },
    {
      label: 'Explore Models',
      link: '/inspire/models/all',
      description: 'Models of the community',
    },
    {
      label: 'Explore Images',
      link: '/inspire/images/all',
      description: 'What others made, and how',
    },
  ],
}

const GUIDE_LINKS: FooterGroup['links'] = [
  { label: 'Guide', link: '/guide' },
  { label: 'Prompt Guide', link: '/guide/prompt' },
  { label: 'Parameters', link: '/guide/parameters' },
  { label: 'AI Models', link: '/guide/ai-models' },
]

/** Where every brand says what it costs and whether it works. */
export const HELP_LINKS: FooterGroup['links'] = [
  { label: 'Pricing', link: '/pricing' },
  { label: 'FAQ', link: '/faq' },
  { label: 'Status', link: '/status' },
]

export const RESOURCE_LINKS: FooterGroup = {
  title: 'Resources',
  links: [...GUIDE_LINKS, ...HELP_LINKS],
}

/** What the built-in model is good at, so that a first picture is a good one. */
export const EXAMPLE_PROMPTS = [
  'a fox on the grass',
  'a sailboat on the sea',
  'two penguins in the snow',
  'a smiling face with sunglasses',
]

/** Tools that finish images, in the header. */
export const EDITING_MENU: Brand['navigation'][number] = {
  label: 'Tools',
  link: '/tools/all',
  links: [
    {
      label: 'Image Editor',
      link: '/tools/img-editor',
      description: 'Remove things, crop, adjust and write',
    },
    {
      label: 'Upscale Image',
      link: '/tools/upscale-image',
      description: 'More pixels for print and screen',
    },
    { label: 'All Tools', link: '/tools/all', description: 'Everything in one place' },
  ],
}

/** Tools that make and finish images, in the footer. */
export const EDITING_LINKS: FooterGroup = {
  title: 'Tools',
  links: [
    { label: 'All Tools', link: '/tools/all' },
    { label: 'Text To Image', link: '/text-to-image' },
    { label: 'Image To Image', link: '/image-to-image' },
    { label: 'Image Editor', link: '/tools/img-editor' },
    { label: 'Background Removal', link: '/tools/background-removal' },
    { label: 'Replace Background', link: '/tools/replace-background' },
    { label: 'Upscale Image', link: '/tools/upscale-image' },
    { label: 'Fix Faces', link: '/tools/fix-faces' },
  ],
}
