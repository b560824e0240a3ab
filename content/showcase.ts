import type { DrawnWith } from './content-page.ts'

/** Samples of the home pages of brands that draw, by their files below `web/public/`; `scripts/make-showcase.ts` draws them. */
export const SHOWCASE: readonly { file: string; drawn: DrawnWith }[] = [
  { file: 'showcase/dog-face-3d-style.webp', drawn: { prompt: 'dog face 3d style', seed: 1 } },
  { file: 'showcase/pizza-flat-style.webp', drawn: { prompt: 'pizza flat style', seed: 7 } },
  {
    file: 'showcase/two-penguins-in-the-snow-flat-style.webp',
    drawn: { prompt: 'two penguins in the snow flat style', seed: 1 },
  },
  { file: 'showcase/butterfly-3d-style.webp', drawn: { prompt: 'butterfly 3d style', seed: 7 } },
]
