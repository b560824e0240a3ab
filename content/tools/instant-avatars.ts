import type { ContentImage, ContentPage } from '../content-page.ts'

const look = (name: string, label: string): ContentImage => ({
  file: `tools/looks/${name}.webp`,
  width: 160,
  height: 160,
  alt: `The avatar in the look ${label}`,
  caption: label,
})

export const instantAvatars: ContentPage = {
  path: '/instant-avatars',
  title: 'Instant avatars from one photo',
  description:
    'One portrait photo in, twelve looks to choose from: studio light, film, comic, oil and more, with the person still recognizable.',
  heading: 'One photo, twelve of you',
  intro:
    'Give one clear portrait and choose the looks you like. No training, no waiting overnight; each takes seconds.',
  image: {
    file: 'tools/avatars-card.webp',
    width: 640,
    height: 480,
    alt: 'A portrait photo beside avatars made from it',
  },
  actions: [{ label: 'Make avatars', link: '/tools/instant-avatars' }],
  sections: [
    {
      kind: 'images',
      heading: 'Some of the looks',
      text: 'All made from the same photo, which is freely licensed.',
      images: [
        look('film', 'Film'),
        look('golden-hour', 'Golden hour'),
        look('neon', 'Neon'),
        look('comic', 'Comic'),
      ],
    },
    {
      kind: 'facts',
      heading: 'What makes a good photo',
      facts: [
        {
          term: 'One face',
          text: 'Looking at the camera, at least a third of the image’s height.',
        },
        { term: 'Even light', text: 'A window in front of you beats a lamp above.' },
        { term: 'Nothing in front', text: 'No hand, mask or dark glasses.' },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Does it still look like me?',
          answer: 'The looks change light, color, technique and background, not your features.',
        },
        {
          question: 'Is my photo kept?',
          answer: 'It is private, and deleted when its retention ends or when you delete it.',
        },
      ],
    },
  ],
}
