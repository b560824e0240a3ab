import type { ContentPage } from '../content-page.ts'
import { CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn, background, GOOD_PHOTO } from './shared.ts'

export const modelHeadshots: ContentPage = {
  path: '/ai-headshots/model-headshots',
  title: 'Model headshots',
  description:
    'Clean digitals for agencies: white or gray background, even light, nothing retouched.',
  heading: 'Clean digitals for agencies',
  intro:
    'Agencies ask for plain photos: no make-up tricks, no filters, a white wall. If your wall is not white, your headshot can be.',
  image: headshotOn('white', 'White'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'images',
      heading: 'Plain backgrounds',
      text: 'As agencies want them.',
      images: [background('white', 'White'), background('light-gray', 'Light gray')],
    },
    {
      kind: 'facts',
      heading: 'What stays untouched',
      facts: [
        { term: 'Skin', text: 'No smoothing.' },
        { term: 'Proportions', text: 'No reshaping.' },
        {
          term: 'Hair',
          text: 'As the photo shows it, down to fine strands where the photo is sharp.',
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
