import type english from '#web/messages/en/home.json'

/** Width and height of the sample pictures and clips. */
export const SHOWCASE_EDGE = 512

export interface ShowcasePicture {
  /** Under /showcase/, as the built-in model made it; showcase.json there has the recipes. */
  file: string
  prompt: keyof typeof english
  alt: keyof typeof english
}

/** Shown with their prompts, each as a clip of how it was drawn, of the same name; `scripts/make-clips.ts` makes these. */
export const generatorPictures: ShowcasePicture[] = [
  {
    file: 'dog-face-3d-style.webp',
    prompt: 'prompt.dogFace',
    alt: 'picture.dogsFace',
  },
  {
    file: 'pizza-flat-style.webp',
    prompt: 'prompt.pizza',
    alt: 'picture.sliceOfPizza',
  },
  {
    file: 'two-penguins-in-the-snow-flat-style.webp',
    prompt: 'prompt.twoPenguins',
    alt: 'picture.twoPenguinsInThe',
  },
  {
    file: 'butterfly-3d-style.webp',
    prompt: 'prompt.butterfly',
    alt: 'picture.butterfly',
  },
]
