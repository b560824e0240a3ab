import type { ContentPage } from '../content-page.ts'

export const textToImage: ContentPage = {
  path: '/ai-image-tools/text-to-image',
  title: 'AI text to image',
  description:
    'Describe an image and watch it appear step by step. See what the model understood and what it costs before you press the button.',
  heading: 'From a sentence to an image',
  intro:
    'Write what you want to see. Before you pay you see what the model understood, what it costs and about how long it takes.',
  image: {
    drawn: { prompt: 'a sailboat at sunset', seed: 7, style: '3d' },
    alt: 'A sailboat at sunset',
  },
  actions: [{ label: 'Write a prompt', link: '/text-to-image' }],
  builtInDescription:
    'Pick from 2,085 things, choose a scene and a style, and see what will be drawn and what it costs before you press the button.',
  builtInNote:
    'This site draws illustrations: things from an open collection of 2,085, no photographs.',
  sections: [
    {
      kind: 'images',
      heading: 'Drawn here, first try',
      images: [
        {
          drawn: { prompt: 'a strawberry', seed: 2, style: 'glossy' },
          alt: 'A strawberry',
          caption: 'a strawberry',
        },
        {
          drawn: { prompt: 'two penguins in the snow', seed: 2, style: 'flat' },
          alt: 'Two penguins in the snow',
          caption: 'two penguins in the snow',
        },
        {
          drawn: { prompt: 'a rocket in space', seed: 8, style: '3d' },
          alt: 'A rocket in space',
          caption: 'a rocket in space',
        },
        {
          drawn: { prompt: 'a castle at sunset', seed: 4, style: '3d' },
          alt: 'A castle at sunset',
          caption: 'a castle at sunset',
        },
      ],
    },
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Describe it',
          text: 'The thing, where it is, how it is drawn. Words that the model does not know are listed at once.',
        },
        {
          title: 'Watch it appear',
          text: 'A live preview, the step it is at and an honest estimate. Cancel at any time; what was not drawn is not charged.',
        },
        {
          title: 'Go on from there',
          text: 'Every image can be enlarged, cut out, edited or used as the start of the next one.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'What does an image cost?',
          answer:
            '{image} up to one megapixel. On the free plan the first {unmarked} images of a month have no watermark.',
        },
        {
          question: 'Do failed images cost anything?',
          answer: 'No. Credits are reserved when you start and charged only for what is delivered.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Learn more',
      cards: [
        { title: 'Guide', text: 'Prompts, seeds and shapes.', link: '/guide' },
        { title: 'Styles', text: 'One prompt, every style.', link: '/ai-img-generator/styles/all' },
        {
          title: 'Train a model',
          text: 'Put your own subject in.',
          link: '/ai-image-tools/train-model',
        },
        { title: 'Image to image', text: 'Start from an image.', link: '/image-to-image' },
      ],
    },
  ],
}
