import type { ContentPage } from '../content-page.ts'

export const parameters: ContentPage = {
  path: '/guide/parameters',
  title: 'Parameters',
  description:
    'Every control of the create page in plain words: what it does, what to leave alone, and where to read more.',
  heading: 'Every control, in a line each',
  intro:
    'The defaults are good. Change the prompt first, then the style and the shape, and only then what is folded away under “Advanced”.',
  image: {
    drawn: { prompt: 'a rocket in space', seed: 8, style: '3d' },
    alt: 'A rocket in space',
  },
  actions: [{ label: 'Open the create page', link: '/text-to-image' }],
  sections: [
    {
      kind: 'facts',
      heading: 'Always in view',
      facts: [
        { term: 'Prompt', text: 'What the image shows. The first thing counts most.' },
        { term: 'Style', text: 'How it is drawn; words that are added to your prompt.' },
        { term: 'Model', text: 'Who draws. Models know different things.' },
        {
          term: 'Aspect ratio and size',
          text: 'The shape in pixels; above one megapixel the price grows with it.',
        },
        {
          term: 'Number of images',
          text: 'Up to sixteen in one order, drawn four at a time. {image} each at the standard size.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'Under “Advanced”',
      facts: [
        { term: 'Negative prompt', text: 'What to stay away from.' },
        {
          term: 'Steps',
          text: 'How long an image is worked on; 20 is enough for nearly everything.',
        },
        {
          term: 'Guidance',
          text: 'How closely the prompt is followed. Too much makes colors harsh.',
        },
        {
          term: 'Sampler',
          text: 'The way through the noise. Euler a is quick and lively, DPM++ 2M Karras calm.',
        },
        {
          term: 'Seed',
          text: 'Which noise the image begins from. Lock it to get the same image again.',
        },
        { term: 'Variation', text: 'A bit of another seed’s noise: a neighbor of the same image.' },
        { term: 'Hires pass', text: 'Draws once more over the enlarged image, for more detail.' },
        { term: 'LoRA', text: 'A small addition that teaches the model a subject or a style.' },
      ],
    },
    {
      kind: 'images',
      heading: 'Style changes the most',
      text: '“a hamburger”, seed 9.',
      images: [
        {
          drawn: { prompt: 'a hamburger', seed: 9, style: '3d' },
          alt: 'A hamburger in 3D style',
          caption: '3D',
        },
        {
          drawn: { prompt: 'a hamburger', seed: 9, style: 'glossy' },
          alt: 'A hamburger in glossy style',
          caption: 'Glossy',
        },
        {
          drawn: { prompt: 'a hamburger', seed: 9, style: 'flat' },
          alt: 'A hamburger in flat style',
          caption: 'Flat',
        },
        {
          drawn: { prompt: 'a hamburger', seed: 9, style: 'sticker' },
          alt: 'A hamburger as a sticker',
          caption: 'Sticker',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'One page each',
      cards: [
        { title: 'Seed', text: 'One number, one image.', link: '/guide/seed' },
        { title: 'Steps', text: 'When more stops helping.', link: '/guide/steps' },
        { title: 'Aspect ratio', text: 'Square, wide or tall.', link: '/guide/aspect-ratio' },
      ],
    },
  ],
}
