import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const thing = (prompt: string, style: string, caption: string): ContentImage => ({
  drawn: { prompt, seed: 10, style },
  alt: `${prompt}, ${caption.toLowerCase()}`,
  caption,
})

export const material: ContentPage = {
  path: '/ai-img-generator/styles/material',
  title: 'Material style',
  description:
    'Plastic, gloss and soft clay: the same thing in other materials, with real samples and prompts that fill the form.',
  heading: 'The same thing, another material',
  intro:
    'A material is mostly light: where it shines, how soft its shadows are, how much color it takes from around it.',
  image: thing('a red apple', 'glossy', 'Polished'),
  actions: [{ label: 'Try a material', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'A heart in four surfaces',
      images: [
        thing('a red heart', '3d', 'Matte plastic'),
        thing('a red heart', 'glossy', 'Polished'),
        thing('a red heart', 'flat', 'Paper'),
        thing('a red heart', 'soft', 'Soft'),
      ],
    },
    {
      kind: 'images',
      heading: 'A butterfly in four surfaces',
      images: [
        thing('a butterfly', '3d', 'Matte plastic'),
        thing('a butterfly', 'glossy', 'Polished'),
        thing('a butterfly', 'flat', 'Paper'),
        thing('a butterfly', 'soft', 'Soft'),
      ],
    },
    {
      kind: 'presets',
      heading: 'Words for models that draw anything',
      text: 'Put the material right before the thing.',
      presets: [
        { name: 'Glass', prompt: 'a glass octopus, caustics, studio light, gray background' },
        { name: 'Wool', prompt: 'a knitted wool owl, macro photo, shallow depth of field' },
        { name: 'Marble', prompt: 'a marble bust of a lion, museum light, black background' },
      ],
    },
    otherStyles('material'),
  ],
}
