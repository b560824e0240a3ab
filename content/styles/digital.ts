import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const icon = (prompt: string, style = 'icon'): ContentImage => ({
  drawn: { prompt, seed: 5, style },
  alt: `${prompt}, as an icon`,
  caption: prompt,
})

export const digital: ContentPage = {
  path: '/ai-img-generator/styles/digital',
  title: 'Digital style',
  description:
    'Icons, app art and flat illustrations from words, each on the background you name. Real samples and prompts that fill the form.',
  heading: 'Icons and flat illustration',
  intro:
    'For slides, apps and articles: one thing, a plain background, a shape that still reads at 64 pixels.',
  image: icon('a camera on a teal background'),
  actions: [{ label: 'Draw an icon', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'Drawn here',
      images: [
        icon('an alarm clock on a purple background'),
        icon('a light bulb on a yellow background'),
        icon('a trophy on a blue background', 'flat'),
        icon('a rocket on a sky background', 'flat'),
      ],
    },
    {
      kind: 'presets',
      heading: 'Start from one of these',
      text: 'Remove the background afterward, and you have a transparent PNG for your layout.',
      presets: [
        { name: 'App icon', prompt: 'a guitar on an orange background', style: 'icon' },
        { name: 'Slide', prompt: 'three stars on a blue background', style: 'flat' },
        { name: 'Empty state', prompt: 'a cactus on a beige background', style: 'soft' },
      ],
    },
    otherStyles('digital'),
  ],
}
