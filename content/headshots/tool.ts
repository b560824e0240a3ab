import type { ContentPage } from '../content-page.ts'
import {
  BEFORE_AFTER,
  CLOTHES_NOTE,
  HEADSHOT_IMAGE,
  MAKE_HEADSHOTS,
  background,
  GOOD_PHOTO,
} from './shared.ts'

export const headshotTool: ContentPage = {
  path: '/tools/professional-headshots',
  title: 'Professional headshots',
  description:
    'Head and shoulders from a photo you have, on a studio background and in better light, a few credits each.',
  heading: 'A headshot from the photos you have',
  intro:
    'Bring a photo of yourself. We crop it to head and shoulders, adjust the light and put the backgrounds you choose behind you.',
  image: HEADSHOT_IMAGE,
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    BEFORE_AFTER,
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
      kind: 'images',
      heading: 'Eight backgrounds',
      text: 'All made from the same photo.',
      images: [
        background('light-gray', 'Light gray'),
        background('white', 'White'),
        background('charcoal', 'Charcoal'),
        background('navy', 'Navy'),
        background('warm', 'Warm beige'),
        background('office', 'Office'),
        background('city', 'City street'),
        background('park', 'Park'),
      ],
    },
    GOOD_PHOTO,
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Does it still look like me?',
          answer: 'Yes. Light, colors, crop and background change; your features do not.',
        },
        {
          question: 'Can I change my clothes?',
          answer: 'Not here yet. Choose a photo in which you wear what you want to show.',
        },
        {
          question: 'What happens to my photos?',
          answer:
            'They are private, used for your headshots and nothing else, and deleted when you say so, after 30 days at the latest.',
        },
      ],
    },
  ],
}
