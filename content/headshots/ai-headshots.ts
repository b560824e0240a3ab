import type { ContentPage } from '../content-page.ts'
import { BEFORE_AFTER, CLOTHES_NOTE, HEADSHOT_IMAGE, MAKE_HEADSHOTS, background } from './shared.ts'

export const aiHeadshots: ContentPage = {
  path: '/ai-headshots',
  title: 'AI headshots',
  description:
    'Professional headshots from the photos you have, in seconds and for a few credits each. Your photos stay private.',
  heading: 'Headshots from the photos you have',
  intro:
    'No studio, no appointment: bring photos of yourself, choose backgrounds, and download headshots in seconds.',
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
      heading: 'Backgrounds',
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
    {
      kind: 'cards',
      heading: 'Headshots for',
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
        {
          title: 'Executive',
          text: 'For reports and the press',
          link: '/ai-headshots/executive-headshots',
        },
        { title: 'Model', text: 'Digitals for agencies', link: '/ai-headshots/model-headshots' },
        {
          title: 'Free',
          text: 'What {free} free credits make',
          link: '/ai-headshots/free-headshots',
        },
      ],
    },
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
