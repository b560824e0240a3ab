import type { ContentPage } from '../content-page.ts'

export const imgEditor: ContentPage = {
  path: '/ai-image-tools/img-editor',
  title: 'AI image editor',
  description:
    'Remove things from a photo, replace or extend parts of it using a few words, crop, straighten, adjust and write on it, in your browser.',
  heading: 'Edit a photo, and only what you mean',
  intro:
    'Select with a brush, a lasso, a box or a click on a color. Have it removed or replaced, give the image more room, crop it, write on it. What you did not select stays as it is.',
  image: {
    file: 'tools/astronaut.jpg',
    width: 512,
    height: 512,
    alt: 'A photo of an astronaut in front of a flag and a model of a space shuttle',
  },
  actions: [{ label: 'Open the editor', link: '/tools/img-editor' }],
  builtInDescription:
    'Remove things from a photo, crop, straighten, adjust and write on it, in your browser.',
  builtInNote:
    'Removing, cropping, adjusting and writing work on every photo. What is drawn into a selection on this site is an illustration.',
  sections: [
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Open an image',
          text: 'Your own file or any image you made here. It stays in this browser until you run a paid action.',
        },
        {
          title: 'Select and say',
          text: 'Remove what you selected, or say in a few words what should be there. You see the price first.',
        },
        {
          title: 'Save it',
          text: 'Compare it with the original, then download it or save it to use in any other tool.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What is in it',
      facts: [
        {
          term: 'Remove',
          text: 'The area you selected is filled with what is around it.',
        },
        {
          term: 'Replace and extend',
          text: 'A model draws something else in the place you selected, or more of the image beyond its edges.',
        },
        {
          term: 'Crop, turn, adjust, write',
          text: 'Crop, straighten, flip, resize, levels and text are done in your browser, for free.',
        },
        {
          term: 'Undo',
          text: '200 steps back, also after you closed the page: your work is kept in this browser.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What it cannot do',
      facts: [
        {
          term: 'Very large images',
          text: 'Images larger than 4,096 pixels per side are scaled down when you open them.',
        },
        {
          term: 'Guess what was hidden',
          text: 'Behind a removed thing is what fits its surroundings. Before a busy background, look closely.',
        },
        {
          term: 'Draw what the model does not know',
          text: 'Illustrations show the things of an open collection, best in simple shapes. No photos are drawn.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'What does it cost?',
          answer:
            'Opening, selecting, cropping, adjusting, writing and downloading are free. Removing, replacing and extending cost credits, and each button says how many.',
        },
        {
          question: 'Is my photo uploaded?',
          answer:
            'Not while you work by hand. When you order something, the image or the part that is needed is sent to the server. It is private to you.',
        },
        {
          question: 'Does it work without a mouse?',
          answer:
            'Yes. You can paint with a finger, and everything in the editor has keys, the selection included.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Goes well with',
      cards: [
        {
          title: 'Background removal',
          text: 'Cut the subject out in one go.',
          link: '/ai-image-tools/background-removal',
        },
        {
          title: 'Upscale image',
          text: 'More pixels for print.',
          link: '/tools/upscale-image',
        },
        { title: 'Fix faces', text: 'Make soft faces clearer.', link: '/tools/fix-faces' },
      ],
    },
  ],
}
