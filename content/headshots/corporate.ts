import type { ContentPage } from '../content-page.ts'
import { CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn, background } from './shared.ts'

export const corporateHeadshots: ContentPage = {
  path: '/ai-headshots/corporate-headshots',
  title: 'Corporate headshots',
  description:
    'One background, one crop and one light for everybody on the team page, from the photos people already have.',
  heading: 'One look for the whole team',
  intro:
    'People join one by one, and their photos never match. Give all of them the same background, crop and light.',
  image: headshotOn('office', 'Office'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'images',
      heading: 'Backgrounds that suit a team page',
      text: 'Choose one and use it for everybody.',
      images: [
        background('light-gray', 'Light gray'),
        background('navy', 'Navy'),
        background('office', 'Office'),
        background('charcoal', 'Charcoal'),
      ],
    },
    {
      kind: 'steps',
      heading: 'A team in one order',
      steps: [
        { title: 'Choose all photos at once', text: 'Up to 50 in one order, one person in each.' },
        {
          title: 'Choose one background',
          text: 'And one framing, so that all heads are of one size.',
        },
        { title: 'Download one file', text: 'All headshots as a zip.' },
      ],
    },
    {
      kind: 'questions',
      heading: 'Questions of teams',
      questions: [
        {
          question: 'May I upload photos of colleagues?',
          answer: 'Yes, if they agreed. Only you see what you upload.',
        },
        {
          question: 'Will heads be of one size?',
          answer: 'Nearly: the crop follows the height of the face, as far as the photo has room.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Other headshots',
      cards: [
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
        { title: 'Prices', text: 'What a headshot costs', link: '/headshots-pricing' },
      ],
    },
  ],
}
