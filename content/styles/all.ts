import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const drawn = (prompt: string, style: string, label: string): ContentImage => ({
  drawn: { prompt, seed: 12, style },
  alt: `${prompt}, drawn in the ${label} style`,
  caption: label,
})

/** What a preset looks like, for something alive and for a thing. */
const STYLES = [
  ['3d', '3D'],
  ['glossy', 'Glossy'],
  ['flat', 'Flat'],
  ['soft', 'Soft'],
  ['sticker', 'Sticker'],
  ['icon', 'Icon'],
] as const

export const all: ContentPage = {
  path: '/ai-img-generator/styles/all',
  title: 'AI image styles',
  description:
    'One prompt in every style: 3D, glossy, flat, soft, sticker and icon, with real results and prompts that fill the form.',
  heading: 'One prompt, every style',
  intro:
    'A style is a few words that the create page adds to your prompt. The thing stays; how it is drawn changes.',
  image: drawn('an elephant', '3d', '3D'),
  actions: [{ label: 'Choose a style', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'An elephant, six ways',
      text: 'The same prompt and the same seed.',
      images: STYLES.map(([style, label]) => drawn('an elephant', style, label)),
    },
    {
      kind: 'images',
      heading: 'A car, six ways',
      images: STYLES.map(([style, label]) => drawn('a car', style, label)),
    },
    otherStyles('all'),
  ],
}
