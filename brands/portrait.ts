import type { Brand } from './brand.ts'
import { ABOUT_LINKS, DEFAULT_DESCRIPTION, HELP_LINKS, MAINTENANCE } from './shared.ts'

/** Headshots and nothing else. */
export const portrait: Brand = {
  id: 'portrait',
  name: 'Portrait',
  description: DEFAULT_DESCRIPTION,
  hosts: [],
  accent: 'indigo',
  faq: 'headshot',
  features: ['professional_headshots'],
  sellsHeadshotsByCard: true,
  showsExplore: false,
  navigation: [
    {
      label: 'Headshots',
      link: '/ai-headshots',
      links: [
        {
          label: 'Corporate',
          link: '/ai-headshots/corporate-headshots',
          description: 'One look for the whole team',
        },
        {
          label: 'LinkedIn',
          link: '/ai-headshots/linkedin-headshots',
          description: 'A clear, friendly profile photo',
        },
        {
          label: 'Actor',
          link: '/ai-headshots/actor-headshots',
          description: 'Expressions for casting',
        },
        {
          label: 'Real Estate Agent',
          link: '/ai-headshots/real-estate-agent-headshots',
          description: 'For listings and cards',
        },
      ],
    },
  ],
  footer: [
    {
      title: 'Tools',
      links: [{ label: 'AI Headshots', link: '/ai-headshots' }],
    },
    {
      title: 'Use Cases',
      links: [
        { label: 'Actor Headshots', link: '/ai-headshots/actor-headshots' },
        { label: 'Corporate Headshots', link: '/ai-headshots/corporate-headshots' },
        { label: 'Real Estate Agent Headshots', link: '/ai-headshots/real-estate-agent-headshots' },
        { label: 'Executive Headshots', link: '/ai-headshots/executive-headshots' },
        { label: 'LinkedIn Headshots', link: '/ai-headshots/linkedin-headshots' },
        { label: 'Model Headshots', link: '/ai-headshots/model-headshots' },
        { label: 'Free Headshots', link: '/ai-headshots/free-headshots' },
      ],
    },
    {
      title: 'Resources',
      links: [{ label: 'Headshots Pricing', link: '/headshots-pricing' }, ...HELP_LINKS],
    },
    ABOUT_LINKS,
  ],
  defaultLoggedInLanding: '/ai-headshots',
  hero: {
    title: 'A headshot from the photos you have',
    text: 'A studio background and better light, in seconds. Your photos stay private.',
    action: 'Upload a photo',
    picture: '/tools/headshot-after.webp',
    examples: [],
  },
  example: {
    before: {
      file: '/tools/headshot-before.webp',
      text: 'A man on a riverbank, in a photo that is too dark',
    },
    after: {
      file: '/tools/headshot-after.webp',
      text: 'His headshot: brighter, against a light gray background',
    },
    width: 384,
    height: 480,
  },
  packPictures: [1, 2, 3, 4].map((number) => `/tools/headshots/pack-${number}.webp`),
  closing: {
    title: 'Ready when you are',
    text: 'Open an account, bring a photo, and see the price before you pay.',
    action: 'Create an account',
  },
  counters: { images: 418960, users: 21500 },
  counts: 'headshots',
  banner: MAINTENANCE,
}
