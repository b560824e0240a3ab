export interface ShowcasePicture {
  /** Under /showcase/, 512 x 512. */
  file: string
  prompt: string
  alt: string
}

/** Pictures that the built-in model made, as they came; web/public/showcase has them with their recipes. */
export const showcase: ShowcasePicture[] = [
  {
    file: 'panda-face-3d-style-on-green-background.webp',
    prompt: 'panda face 3d style on green background',
    alt: 'The face of a panda on green',
  },
  {
    file: 'red-heart-3d-style.webp',
    prompt: 'red heart 3d style',
    alt: 'A red heart',
  },
  {
    file: 'crescent-moon-3d-style-on-blue-background.webp',
    prompt: 'crescent moon 3d style on blue background',
    alt: 'A pale moon on blue',
  },
  {
    file: 'smiling-face-3d-style.webp',
    prompt: 'smiling face 3d style',
    alt: 'A round yellow face that laughs',
  },
  {
    file: 'smiling-face-with-sunglasses-3d-style-on-purple-background.webp',
    prompt: 'smiling face with sunglasses 3d style on purple background',
    alt: 'A yellow face with sunglasses on purple',
  },
  {
    file: 'red-apple-glossy-style-on-beige-background.webp',
    prompt: 'red apple glossy style on beige background',
    alt: 'A red apple with a leaf',
  },
  {
    file: 'cloud-3d-style-on-sky-background.webp',
    prompt: 'cloud 3d style on sky background',
    alt: 'A white cloud on pale blue',
  },
  {
    file: 'crying-face-3d-style-on-blue-background.webp',
    prompt: 'crying face 3d style on blue background',
    alt: 'A crying face on blue',
  },
  {
    file: 'lemon-3d-style-on-beige-background.webp',
    prompt: 'lemon 3d style on beige background',
    alt: 'A lemon on beige',
  },
  {
    file: 'blue-heart-3d-style-on-yellow-background.webp',
    prompt: 'blue heart 3d style on yellow background',
    alt: 'A blue heart on yellow',
  },
  {
    file: 'grinning-face-flat-style-on-pink-background.webp',
    prompt: 'grinning face flat style on pink background',
    alt: 'A grinning face on pink',
  },
  {
    file: 'full-moon-3d-style-on-black-background.webp',
    prompt: 'full moon 3d style on black background',
    alt: 'A full moon on black',
  },
]
