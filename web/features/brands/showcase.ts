export interface ShowcasePicture {
  /** Under /showcase/, 512 x 512, as the built-in model made it; showcase.json there has the recipes. */
  file: string
  prompt: string
  alt: string
}

/** Beside the title of the home page. */
export const heroPictures: ShowcasePicture[] = [
  {
    file: 'smiling-face-with-sunglasses-3d-style-on-purple-background.webp',
    prompt: 'smiling face with sunglasses 3d style on purple background',
    alt: 'A face with dark glasses on purple',
  },
  {
    file: 'blue-heart-3d-style-on-yellow-background.webp',
    prompt: 'blue heart 3d style on yellow background',
    alt: 'A blue heart on yellow',
  },
  {
    file: 'smiling-face-3d-style.webp',
    prompt: 'smiling face 3d style',
    alt: 'A round yellow face that laughs',
  },
  {
    file: 'full-moon-3d-style-on-black-background.webp',
    prompt: 'full moon 3d style on black background',
    alt: 'A golden moon on a black sky',
  },
  {
    file: 'grinning-face-flat-style-on-pink-background.webp',
    prompt: 'grinning face flat style on pink background',
    alt: 'A grinning face with wide eyes on pink',
  },
  {
    file: 'a-red-apple-3d-style.webp',
    prompt: 'a red apple 3d style',
    alt: 'A red apple with a light top',
  },
]

/** Shown with their prompts. */
export const generatorPictures: ShowcasePicture[] = [
  {
    file: 'red-heart-3d-style.webp',
    prompt: 'red heart 3d style',
    alt: 'A red heart',
  },
  {
    file: 'lemon-3d-style-on-beige-background.webp',
    prompt: 'lemon 3d style on beige background',
    alt: 'A lemon on beige',
  },
  {
    file: 'smiling-face-twemoji-style.webp',
    prompt: 'smiling face twemoji style',
    alt: 'A calm pale yellow smile',
  },
  {
    file: 'cloud-3d-style-on-sky-background.webp',
    prompt: 'cloud 3d style on sky background',
    alt: 'A soft white cloud on sky blue',
  },
]

/** To start from. */
export const explorePictures: ShowcasePicture[] = [
  {
    file: 'purple-heart-glossy-style.webp',
    prompt: 'purple heart glossy style',
    alt: 'A purple heart',
  },
  {
    file: 'smiling-face-flat-style-on-green-background.webp',
    prompt: 'smiling face flat style on green background',
    alt: 'A friendly face on green',
  },
  {
    file: 'green-heart-flat-style.webp',
    prompt: 'green heart flat style',
    alt: 'A green heart',
  },
  {
    file: 'smiling-face-noto-style.webp',
    prompt: 'smiling face noto style',
    alt: 'A flat yellow smile',
  },
  {
    file: 'clock-icon-style.webp',
    prompt: 'clock icon style',
    alt: 'A round clock as an icon',
  },
  {
    file: 'folder-icon-style.webp',
    prompt: 'folder icon style',
    alt: 'A yellow folder as an icon',
  },
]
