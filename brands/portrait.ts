import type { Brand } from './brand.ts'
import { commonFooter } from './common-links.ts'

/** The headshot-only brand. */
export const portrait: Brand = {
  id: 'portrait',
  name: 'Portrait',
  hosts: [],
  features: ['professional_headshots'],
  defaultLoggedInLanding: '/ai-headshots',
  showsExplore: false,
  faq: 'headshot',
  description: 'Make your imagination come true',
  hero: {
    title: 'A headshot you like, from photos you have',
    text: 'Four to twenty everyday photos of you become a set of professional portraits. Your photos stay yours and are deleted when you say so.',
    action: 'See how it works',
  },
  closing: {
    title: 'Ready when you are',
    text: 'Open an account now. We will not charge anything before you have seen the price.',
    action: 'Create an account',
  },
  navigation: [],
  footer: [
    { title: 'Tools', links: [{ label: 'Professional headshots', link: '/ai-headshots' }] },
    ...commonFooter,
  ],
}
