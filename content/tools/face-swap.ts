import type { ContentPage } from '../content-page.ts'

export const faceSwap: ContentPage = {
  path: '/ai-image-tools/face-swap',
  title: 'AI face swap',
  description:
    'Put one face onto another, with consent: every face found and numbered, color and light matched, the result labeled as AI-made.',
  heading: 'Swap faces, with everyone’s consent',
  intro:
    'Choose a photo with the face and one to put it into. Every face is found and numbered; you choose which goes where, and several at once if you like.',
  image: {
    file: 'tools/faces-card.webp',
    width: 640,
    height: 480,
    alt: 'A portrait, half of it with another face',
  },
  actions: [{ label: 'Swap a face', link: '/tools/face-swap' }],
  sections: [
    {
      kind: 'compare',
      heading: 'Made by this site',
      text: 'Both photos are in the public domain or freely licensed.',
      before: {
        file: 'tools/faces-before.webp',
        width: 560,
        height: 420,
        alt: 'A portrait',
        caption: 'Before',
      },
      after: {
        file: 'tools/faces-after.webp',
        width: 560,
        height: 420,
        alt: 'The same portrait with another face',
        caption: 'After',
      },
    },
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Two photos',
          text: 'One shows the face, the other where it goes. Front views with even light work best.',
        },
        {
          title: 'Say whose face it is',
          text: 'You confirm that it is yours or that the person agreed. The statement is recorded.',
        },
        {
          title: 'Pick the faces',
          text: 'Trouble is named before you pay: too small, turned too far away, partly covered.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What it refuses',
      facts: [
        {
          term: 'Faces under 40 pixels',
          text: 'There is too little to work with. Upscale the photo first.',
        },
        {
          term: 'Heads turned differently',
          text: 'More than 12 degrees apart, one eye or cheek would still be the other person’s.',
        },
        {
          term: 'Photos that do not match',
          text: 'Open eyes against closed ones, black and white against color, or a face much smaller than the one it would replace.',
        },
        { term: 'No consent', text: 'Without it nothing is made.' },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Can others tell that it was made by AI?',
          answer: 'The file says so in its metadata, as the law in many countries asks for.',
        },
        {
          question: 'Are my photos used for training?',
          answer: 'No. They are private to you, and you can delete them at any time.',
        },
      ],
    },
  ],
}
