import type { ContentPage } from '../content-page.ts'
import { BEFORE_AFTER, CLOTHES_NOTE, HEADSHOT_IMAGE, MAKE_HEADSHOTS } from './shared.ts'

export const aboutHeadshots: ContentPage = {
  path: '/ai-image-tools/professional-headshots',
  title: 'How headshots are made',
  description:
    'What the headshot tool does step by step, what it cannot do, and which photos suit it.',
  heading: 'What happens to your photo',
  intro:
    'Nothing is invented: the tool works with the pixels of your photo and says what it leaves alone.',
  image: HEADSHOT_IMAGE,
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'steps',
      heading: 'Step by step',
      steps: [
        {
          title: 'Your face is found',
          text: 'By its size the part around you is enlarged, until a headshot of 1024 by 1280 pixels is sharp.',
        },
        {
          title: 'You are cut out',
          text: 'Down to hair and collar, and the color of the old background is taken out of the edges.',
        },
        {
          title: 'The light is adjusted',
          text: 'Exposure is brought to an even middle, with a soft light from the upper left.',
        },
        {
          title: 'The background is set',
          text: 'A studio paper, an office, a street or a park, out of focus as behind a portrait lens.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What it leaves alone',
      facts: [
        { term: 'Clothes and jewelry', text: 'They stay as they are in the photo.' },
        { term: 'Pose and expression', text: 'They stay as they are in the photo.' },
        {
          term: 'What the photo cuts off',
          text: 'Hair or a shoulder beyond the border of the photo is not invented.',
        },
      ],
    },
    BEFORE_AFTER,
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
