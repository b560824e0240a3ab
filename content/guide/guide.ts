import type { ContentPage } from '../content-page.ts'

export const guide: ContentPage = {
  path: '/guide',
  title: 'Guide',
  description:
    'How to get the image you have in mind: prompts, sizes, seeds, steps, guidance and models, each shown side by side with real results.',
  heading: 'Get the image you have in mind',
  intro:
    'Each page of this guide changes one thing and keeps the rest, so that you see what it does. Every image was drawn by this site with the settings shown beside it. “Try this” fills the create page with them.',
  image: {
    drawn: { prompt: 'a castle at sunset', seed: 4, style: '3d' },
    alt: 'A castle in front of an orange evening sky',
  },
  actions: [{ label: 'Open the create page', link: '/text-to-image' }],
  sections: [
    {
      kind: 'cards',
      heading: 'One thing at a time',
      cards: [
        {
          title: 'Prompt',
          text: 'What to write, in which order, and what to leave out.',
          link: '/guide/prompt',
        },
        {
          title: 'Aspect ratio',
          text: 'Square, wide or tall: what a shape does to an image.',
          link: '/guide/aspect-ratio',
        },
        {
          title: 'Parameters',
          text: 'Every control of the create page in one line each.',
          link: '/guide/parameters',
        },
        {
          title: 'Seed',
          text: 'Why two runs differ, and how to get the same image again.',
          link: '/guide/seed',
        },
        {
          title: 'Steps',
          text: 'How long an image is worked on, and when more stops helping.',
          link: '/guide/steps',
        },
        {
          title: 'Advanced parameters',
          text: 'Samplers, guidance, variations and the hires pass.',
          link: '/guide/advanced-parameters',
        },
        {
          title: 'AI models',
          text: 'What a model knows, and which one to choose.',
          link: '/guide/ai-models',
        },
      ],
    },
    {
      kind: 'steps',
      heading: 'A first image in three steps',
      steps: [
        {
          title: 'Name one thing',
          text: 'Start with what the image is about: “a fox”. The page tells you what the model understood before you pay.',
        },
        {
          title: 'Say where it is',
          text: 'Add a place or a background: “a fox in the snow”, “a fox on a yellow background”.',
        },
        {
          title: 'Choose how it is drawn',
          text: 'Pick a style below the prompt. The four images of one run differ in their seed; keep the one you like and change one thing at a time.',
        },
      ],
    },
  ],
}
