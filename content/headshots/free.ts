import type { ContentPage } from '../content-page.ts'
import { CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn } from './shared.ts'

export const freeHeadshots: ContentPage = {
  path: '/ai-headshots/free-headshots',
  title: 'Free headshots',
  description: 'Free credits each month: headshots without a watermark, no card needed.',
  heading: '{freeHeadshots} each month',
  intro:
    'On the free plan, an account with a verified email gets {freeCredits} each calendar month. A headshot costs {headshot}.',
  image: headshotOn('warm', 'Warm beige'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'facts',
      heading: 'What free means here',
      facts: [
        { term: 'No card', text: 'You enter none for the free credits.' },
        { term: 'No watermark', text: 'Headshots carry none, whoever pays for them.' },
        {
          term: 'No training on you',
          text: 'Your photos are used for your headshots and nothing else.',
        },
      ],
    },
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
