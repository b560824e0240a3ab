import type { ContentPage } from '../content-page.ts'
import { BEFORE_AFTER, CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn, background } from './shared.ts'

export const executiveHeadshots: ContentPage = {
  path: '/ai-headshots/executive-headshots',
  title: 'Executive headshots',
  description:
    'Calm, dark and neutral backgrounds for reports, boards and the press, from a photo you already have.',
  heading: 'For reports, boards and the press',
  intro:
    'An editor needs one good portrait within the hour. Take the best photo there is and give it a background that fits any page.',
  image: headshotOn('navy', 'Navy'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    BEFORE_AFTER,
    {
      kind: 'images',
      heading: 'Backgrounds for print',
      text: 'They hold their tone on paper.',
      images: [
        background('charcoal', 'Charcoal'),
        background('navy', 'Navy'),
        background('light-gray', 'Light gray'),
      ],
    },
    {
      kind: 'facts',
      heading: 'What the press asks for',
      facts: [
        { term: 'Size', text: '1024 by 1280 pixels, and more by upscaling.' },
        {
          term: 'Honesty',
          text: 'Each file says that it was composed, in the field that IPTC made for it.',
        },
        { term: 'No marks', text: 'None on headshots.' },
      ],
    },
    {
      kind: 'cards',
      heading: 'Other headshots',
      cards: [
        {
          title: 'Corporate',
          text: 'One look for the whole team',
          link: '/ai-headshots/corporate-headshots',
        },
        {
          title: 'LinkedIn',
          text: 'A clear, friendly profile photo',
          link: '/ai-headshots/linkedin-headshots',
        },
        { title: 'Actor', text: 'Expressions for casting', link: '/ai-headshots/actor-headshots' },
        {
          title: 'Real estate agent',
          text: 'For listings and cards',
          link: '/ai-headshots/real-estate-agent-headshots',
        },
        { title: 'Prices', text: 'What a headshot costs', link: '/headshots-pricing' },
      ],
    },
  ],
}
