import type { ContentPage } from '../content-page.ts'
import { BEFORE_AFTER, CLOTHES_NOTE, HEADSHOT_IMAGE, MAKE_HEADSHOTS, GOOD_PHOTO } from './shared.ts'

export const linkedinHeadshots: ContentPage = {
  path: '/ai-headshots/linkedin-headshots',
  title: 'LinkedIn headshots',
  description:
    'A clear, friendly profile photo: close crop, calm background, even light. Made from a photo you already have.',
  heading: 'A profile photo that is you',
  intro:
    'Small profile photos work when the face is large, the light is even and nothing behind it competes.',
  image: HEADSHOT_IMAGE,
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    BEFORE_AFTER,
    {
      kind: 'facts',
      heading: 'What works in a small circle',
      facts: [
        {
          term: 'A close crop',
          text: 'Choose the framing Close: the face fills more than a third of the height.',
        },
        { term: 'A calm background', text: 'Light gray, white or a far office.' },
        {
          term: 'Looking at the camera',
          text: 'With the expression you have when you greet someone.',
        },
      ],
    },
    GOOD_PHOTO,
    {
      kind: 'cards',
      heading: 'Other headshots',
      cards: [
        {
          title: 'Corporate',
          text: 'One look for the whole team',
          link: '/ai-headshots/corporate-headshots',
        },
        { title: 'Actor', text: 'Expressions for casting', link: '/ai-headshots/actor-headshots' },
        {
          title: 'Real estate agent',
          text: 'For listings and cards',
          link: '/ai-headshots/real-estate-agent-headshots',
        },
        {
          title: 'Executive',
          text: 'For reports and the press',
          link: '/ai-headshots/executive-headshots',
        },
        { title: 'Prices', text: 'What a headshot costs', link: '/headshots-pricing' },
      ],
    },
  ],
}
