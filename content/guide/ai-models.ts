import type { ContentPage } from '../content-page.ts'

export const aiModels: ContentPage = {
  path: '/guide/ai-models',
  title: 'AI models',
  description:
    'What a model knows, what illustrations can and cannot show, and which kind to choose for photos, illustrations and speed.',
  heading: 'Which model draws what',
  intro:
    'A model draws what it has learned. The create page lists the models of this site, with their license, price and expected wait.',
  image: {
    drawn: { prompt: 'a red fox', seed: 1, style: '3d' },
    alt: 'A red fox',
  },
  actions: [{ label: 'See the models', link: '/text-to-image' }],
  sections: [
    {
      kind: 'text',
      heading: 'Illustrations',
      paragraphs: [
        'Illustrations are always available. They are redrawn and arranged from an open collection of 2,085 things: animals, food, plants, objects, vehicles, emoji faces and symbols, one to four in an image, on plain backgrounds and in simple places.',
        'They show no photographs, no people as they look and nothing that is not in the collection. If your prompt is about something else, the page tells you before you pay and draws nothing. The details of each image name what it was drawn after, and under which license.',
      ],
    },
    {
      kind: 'images',
      heading: 'What they are good at',
      images: [
        {
          drawn: { prompt: 'a strawberry', seed: 2, style: 'glossy' },
          alt: 'A strawberry',
          caption: 'Food',
        },
        {
          drawn: { prompt: 'a tortoise on the grass', seed: 2, style: '3d' },
          alt: 'A tortoise on the grass',
          caption: 'Animals',
        },
        {
          drawn: { prompt: 'a steam locomotive', seed: 2, style: 'flat' },
          alt: 'A steam locomotive',
          caption: 'Vehicles',
        },
        {
          drawn: { prompt: 'a smiling face with sunglasses', seed: 2, style: 'soft' },
          alt: 'A smiling face with sunglasses',
          caption: 'Faces and symbols',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'Models that draw anything',
      facts: [
        {
          term: 'Stable Diffusion 1.5 and 2',
          text: 'Illustrations and photo-like images at 512 to 768 pixels, in thousands of styles.',
        },
        {
          term: 'LCM and Turbo',
          text: 'The same in one to four steps: a few seconds each, a little less detail. Check the license; some are not for commercial use.',
        },
        {
          term: 'SDXL',
          text: 'Sharper at 1,024 pixels and better with words; takes longer.',
        },
        {
          term: 'FLUX, Qwen-Image and others',
          text: 'The closest to what you write.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'May I use the images commercially?',
          answer:
            'Paid plans allow commercial use of what you make. A model’s own license applies as well; the create page and each image name it.',
        },
        {
          question: 'Why is a model missing from the list?',
          answer:
            'Only models that are ready are listed. One that is down returns by itself; the status page shows which.',
        },
      ],
    },
  ],
}
