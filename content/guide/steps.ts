import type { ContentImage, ContentPage } from '../content-page.ts'

const crown = (steps: number): ContentImage => ({
  drawn: { prompt: 'a crown on a purple background', seed: 6, style: '3d', steps },
  alt: `A golden crown after ${steps} steps`,
  caption: steps === 1 ? '1 step' : `${steps} steps`,
})

export const steps: ContentPage = {
  path: '/guide/steps',
  title: 'Steps',
  description:
    'How many steps an image needs, what more of them change, and how many is too many. With real results from 1 to 40 steps.',
  heading: 'Steps: how long an image is worked on',
  intro:
    'A model takes noise away in steps. The first ones decide what is where, the later ones the details. From some point on more steps cost time and change little.',
  image: crown(20),
  actions: [{ label: 'Try it', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'From 1 to 40 steps',
      text: '“a crown on a purple background”, seed 6, 3D style. An illustration shows the thing after one step already, because its first steps are led by images of the collection.',
      images: [crown(1), crown(4), crown(12), crown(40)],
    },
    {
      kind: 'facts',
      heading: 'How many to choose',
      facts: [
        {
          term: '1 to 4',
          text: 'For models that were made for it (LCM, Turbo), and for a quick look.',
        },
        { term: '20', text: 'The default, and enough for nearly everything.' },
        { term: '30 to 40', text: 'For fine textures with large models.' },
        {
          term: 'Above 50',
          text: 'Rarely visible. Better spend the time on another seed or the hires pass.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Do more steps cost more credits?',
          answer: 'No. They take longer; the page says about how long before you start.',
        },
        {
          question: 'Why does the image change with more steps?',
          answer:
            'Samplers with an “a” in their name add new noise in each step, so they never settle. Choose DPM++ 2M Karras or UniPC if you want more steps to refine the same image.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Read on',
      cards: [
        {
          title: 'Advanced parameters',
          text: 'Samplers and guidance.',
          link: '/guide/advanced-parameters',
        },
        { title: 'Seed', text: 'The same image again.', link: '/guide/seed' },
      ],
    },
  ],
}
