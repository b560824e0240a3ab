import type { ContentImage, ContentPage } from '../content-page.ts'

const bird = (prompt: string, seed: number, caption: string): ContentImage => ({
  drawn: { prompt, seed, style: 'glossy' },
  alt: `A ${prompt.includes('blue') ? 'blue ' : ''}parrot, drawn with seed ${seed}`,
  caption,
})

export const seed: ContentPage = {
  path: '/guide/seed',
  title: 'Seed',
  description:
    'What a seed is, why two runs of one prompt differ, and how to get the very same image again.',
  heading: 'The seed: one number, one image',
  intro:
    'Every image begins as noise, and the seed decides which. The same prompt, settings and seed give the same image, today and next year.',
  image: bird('a parrot', 1, 'seed 1'),
  actions: [{ label: 'Try it', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'Same prompt, other seeds',
      text: '“a parrot”, glossy style. A run of four images uses four seeds in a row.',
      images: [
        bird('a parrot', 1, 'seed 1'),
        bird('a parrot', 2, 'seed 2'),
        bird('a parrot', 3, 'seed 3'),
        bird('a parrot', 4, 'seed 4'),
      ],
    },
    {
      kind: 'images',
      heading: 'Same seed, other words',
      text: 'Keep the seed while you change the prompt, and you see what the words do instead of what chance does.',
      images: [
        bird('a parrot', 2, 'a parrot'),
        bird('a parrot on a yellow background', 2, 'a parrot on a yellow background'),
        bird('a blue parrot in the snow', 2, 'a blue parrot in the snow'),
        bird('a parrot at night', 2, 'a parrot at night'),
      ],
    },
    {
      kind: 'steps',
      heading: 'Work with seeds',
      steps: [
        {
          title: 'Leave it at random first',
          text: 'Look at a few runs until one is close to what you want.',
        },
        {
          title: 'Lock the seed of the best',
          text: 'Open the image and press “Reuse”: prompt, settings and seed are back in the form.',
        },
        {
          title: 'Change one thing',
          text: 'A word, the style, the guidance. Or set a variation of 0.2 for a neighbor of the same image.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Is an image exactly the same with the same seed?',
          answer:
            'On the same model, yes, whether it is drawn alone or in a run of four. Made by another server it may differ in details; “Make it again” tells you.',
        },
        {
          question: 'Are some seeds better than others?',
          answer: 'No. A seed that is good for one prompt says nothing about another.',
        },
      ],
    },
  ],
}
