/** Width and height of the sample pictures and clips. */
export const SHOWCASE_EDGE = 512

export interface ShowcasePicture {
  /** Under /showcase/, as the built-in model made it; showcase.json there has the recipes. */
  file: string
  prompt: string
  alt: string
}

/** Beside the title of the home page. */
export const heroPictures: ShowcasePicture[] = [
  {
    file: 'red-fox-3d-style.webp',
    prompt: 'red fox 3d style',
    alt: 'A red fox',
  },
  {
    file: 'sailboat-on-the-sea-3d-style.webp',
    prompt: 'sailboat on the sea 3d style',
    alt: 'A sailboat on the sea',
  },
  {
    file: 'a-red-apple-glossy-style.webp',
    prompt: 'a red apple glossy style',
    alt: 'A red apple',
  },
  {
    file: 'smiling-face-with-sunglasses-3d-style.webp',
    prompt: 'smiling face with sunglasses 3d style',
    alt: 'A face with dark glasses',
  },
  {
    file: 'rocket-3d-style-on-sky-background.webp',
    prompt: 'rocket 3d style on sky background',
    alt: 'A rocket on sky blue',
  },
  {
    file: 'house-on-the-grass-3d-style.webp',
    prompt: 'house on the grass 3d style',
    alt: 'A house on the grass',
  },
]

/** Shown with their prompts, each as a clip of how it was drawn, of the same name; `scripts/make-clips.ts` makes these. */
export const generatorPictures: ShowcasePicture[] = [
  {
    file: 'dog-face-3d-style.webp',
    prompt: 'dog face 3d style',
    alt: "A dog's face",
  },
  {
    file: 'pizza-flat-style.webp',
    prompt: 'pizza flat style',
    alt: 'A slice of pizza',
  },
  {
    file: 'two-penguins-in-the-snow-flat-style.webp',
    prompt: 'two penguins in the snow flat style',
    alt: 'Two penguins in the snow',
  },
  {
    file: 'butterfly-3d-style.webp',
    prompt: 'butterfly 3d style',
    alt: 'A butterfly',
  },
]

/** To start from. */
export const explorePictures: ShowcasePicture[] = [
  {
    file: 'three-stars-glossy-style-on-black-background.webp',
    prompt: 'three stars glossy style on black background',
    alt: 'Three stars on black',
  },
  {
    file: 'sunflower-noto-style.webp',
    prompt: 'sunflower noto style',
    alt: 'A sunflower',
  },
  {
    file: 'castle-at-sunset-noto-style.webp',
    prompt: 'castle at sunset noto style',
    alt: 'A castle at sunset',
  },
  {
    file: 'ghost-at-night-glossy-style.webp',
    prompt: 'ghost at night glossy style',
    alt: 'A ghost at night',
  },
  {
    file: 'automobile-flat-style-on-green-background.webp',
    prompt: 'automobile flat style on green background',
    alt: 'A car on green',
  },
  {
    file: 'alarm-clock-icon-style.webp',
    prompt: 'alarm clock icon style',
    alt: 'An alarm clock as an icon',
  },
]
