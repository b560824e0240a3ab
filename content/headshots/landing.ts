import type { ContentPage } from '../content-page.ts'
import { BEFORE_AFTER, CLOTHES_NOTE, HEADSHOT_IMAGE, MAKE_HEADSHOTS, GOOD_PHOTO } from './shared.ts'

export const professionalHeadshots: ContentPage = {
  path: '/professional-headshots',
  title: 'AI headshots from your own photos',
  description:
    'Studio headshots from everyday photos: even light, a clean background and a sharp crop, with you still recognizable.',
  heading: 'Look like the day you looked best',
  intro:
    'Most of us have one good photo in front of a bad background. Keep the photo, and change the rest.',
  image: HEADSHOT_IMAGE,
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    BEFORE_AFTER,
    GOOD_PHOTO,
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Bring photos you have',
          text: 'One photo is enough; with several you get the choice. Location and camera data are removed at once, and only you see them.',
        },
        {
          title: 'Choose backgrounds and framing',
          text: 'Each background is shown as an image. You see the price before you pay.',
        },
        {
          title: 'Download',
          text: 'Each headshot is 1024 by 1280 pixels, in seconds. What cannot be made is not charged.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'More you can make of it',
      cards: [
        {
          title: 'Instant avatars',
          text: 'One photo, twelve looks',
          link: '/tools/instant-avatars',
        },
        {
          title: 'Replace background',
          text: 'Any background, from words or an image',
          link: '/tools/replace-background',
        },
        { title: 'Upscale image', text: 'For large prints', link: '/tools/upscale-image' },
      ],
    },
  ],
}
