import type { ContentPage } from '../content-page.ts'
import { CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn, background, GOOD_PHOTO } from './shared.ts'

export const actorHeadshots: ContentPage = {
  path: '/ai-headshots/actor-headshots',
  title: 'Actor headshots',
  description:
    'Several expressions before the same background, for casting pages and submissions. Nothing in your face is changed.',
  heading: 'Your face, not a retouched one',
  intro:
    'Casting wants to see the person who will walk in. Light and background change here; your features, skin and expression do not.',
  image: headshotOn('charcoal', 'Charcoal'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'images',
      heading: 'Backgrounds for casting pages',
      text: 'Dark and neutral ones keep the eye on the face.',
      images: [
        background('charcoal', 'Charcoal'),
        background('light-gray', 'Light gray'),
        background('warm', 'Warm beige'),
      ],
    },
    {
      kind: 'steps',
      heading: 'A set of expressions',
      steps: [
        {
          title: 'Take five photos in one place',
          text: 'Neutral, smiling, serious, listening, laughing.',
        },
        { title: 'Order them together', text: 'With one background and one framing.' },
        {
          title: 'Keep the best',
          text: 'Mark favorites in your library and download the rest as a zip.',
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
        {
          title: 'LinkedIn',
          text: 'A clear, friendly profile photo',
          link: '/ai-headshots/linkedin-headshots',
        },
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
