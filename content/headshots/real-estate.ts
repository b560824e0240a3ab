import type { ContentPage } from '../content-page.ts'
import { CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn, background, GOOD_PHOTO } from './shared.ts'

export const realEstateHeadshots: ContentPage = {
  path: '/ai-headshots/real-estate-agent-headshots',
  title: 'Real estate agent headshots',
  description: 'Headshots for listings, signs and cards: bright, friendly, large enough to print.',
  heading: 'For listings, signs and cards',
  intro:
    'A sign is seen from a passing car, a card from an arm’s length. Both want a bright photo with a large face.',
  image: headshotOn('park', 'Park'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'images',
      heading: 'Bright backgrounds',
      text: 'Outdoors or a clean studio.',
      images: [
        background('white', 'White'),
        background('park', 'Park'),
        background('city', 'City street'),
        background('warm', 'Warm beige'),
      ],
    },
    {
      kind: 'facts',
      heading: 'Sizes that print well',
      facts: [
        {
          term: 'Business card',
          text: '1024 by 1280 pixels print at 3.4 by 4.3 inches with 300 dots an inch.',
        },
        {
          term: 'Sign',
          text: 'Large prints are seen from afar: one width of the headshot fills a sign of two feet.',
        },
        { term: 'Listing', text: 'Use it as it is.' },
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
          title: 'Executive',
          text: 'For reports and the press',
          link: '/ai-headshots/executive-headshots',
        },
        { title: 'Prices', text: 'What a headshot costs', link: '/headshots-pricing' },
      ],
    },
  ],
}
