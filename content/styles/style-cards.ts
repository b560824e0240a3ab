import type { ContentSection } from '../content-page.ts'

const CARDS = [
  {
    title: 'Photography',
    text: 'Light, lens and backdrop.',
    link: '/ai-img-generator/styles/photography',
  },
  { title: 'Cartoon', text: 'Clear shapes, flat color.', link: '/ai-img-generator/styles/cartoon' },
  { title: 'Anime', text: 'Cel shading and big eyes.', link: '/ai-img-generator/styles/anime' },
  { title: 'Art', text: 'Oil, pencil, watercolor.', link: '/ai-img-generator/styles/art' },
  { title: 'Digital', text: 'Icons and interface art.', link: '/ai-img-generator/styles/digital' },
  {
    title: 'Material',
    text: 'Plastic, gloss and glass.',
    link: '/ai-img-generator/styles/material',
  },
] as const

/** Ways to the other style pages. */
export const otherStyles = (own: string): ContentSection => ({
  kind: 'cards',
  heading: own === 'all' ? 'By kind' : 'Other styles',
  cards: CARDS.filter(({ link }) => !link.endsWith(`/${own}`)),
})
