import { FEATURES } from '#contract/site.ts'
import type { Brand } from './brand.ts'
import { commonFooter } from './common-links.ts'

/** The main brand: everything. */
export const atelier: Brand = {
  id: 'atelier',
  name: 'Atelier',
  hosts: [],
  features: FEATURES,
  defaultLoggedInLanding: '/tools/all',
  showsExplore: true,
  faq: 'generator',
  description: 'Make your imagination come true',
  hero: {
    title: 'Make your imagination come true',
    text: 'Write what you want to see and watch it come, step by step. You see the price before you press the button, and you pay only for pictures that were delivered.',
    action: 'Make a picture',
  },
  closing: {
    title: 'The first 40 pictures of the month are free',
    text: 'No card needed. Confirm your e-mail address and start with the first prompt.',
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
