import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const sticker = (prompt: string, seed: number, style = 'sticker'): ContentImage => ({
  drawn: { prompt, seed, style },
  alt: `${prompt}, as a cartoon`,
  caption: prompt,
})

export const cartoon: ContentPage = {
  path: '/ai-img-generator/styles/cartoon',
  title: 'Cartoon style',
  description:
    'Cartoon images from words: clear outlines, flat colors and friendly faces. Real samples and prompts that fill the form.',
  heading: 'Cartoons with clear shapes',
  intro:
    'Flat color, few lines and a face you recognize across the room. Good for stickers, children’s material and chat.',
  image: sticker('a dog face', 4),
  actions: [{ label: 'Draw a cartoon', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'Drawn here',
      images: [
        sticker('a cat face on a pink background', 4),
        sticker('a penguin in the snow', 4),
        sticker('a ghost at night', 4, 'soft'),
        sticker('a frog on a green background', 4, 'flat'),
      ],
    },
    {
      kind: 'presets',
      heading: 'Start from one of these',
      text: 'Each fills the create page; change the thing and keep the rest.',
      presets: [
        { name: 'Sticker', prompt: 'a panda on a white background', style: 'sticker' },
        { name: 'Storybook', prompt: 'a bear on the grass', style: 'soft' },
        { name: 'Flat poster', prompt: 'a whale on the sea', style: 'flat' },
      ],
    },
    otherStyles('cartoon'),
  ],
}
