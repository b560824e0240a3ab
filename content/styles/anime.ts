import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const face = (prompt: string): ContentImage => ({
  drawn: { prompt, seed: 3, style: 'soft' },
  alt: `${prompt}, with simple shading`,
  caption: prompt,
})

export const anime: ContentPage = {
  path: '/ai-img-generator/styles/anime',
  title: 'Anime style',
  description:
    'Prompts for anime images: cel shading, key frames and chibi, with the words that models understand.',
  heading: 'Anime, and the words that make it',
  intro:
    'Models that learned anime read it from a few words: “cel shading”, “key visual”, “chibi”. They need no long list of quality words.',
  image: face('a cat face on a pink background'),
  actions: [{ label: 'Open the create page', link: '/text-to-image' }],
  builtInDescription:
    'Simple, expressive faces in clear shapes, drawn here, and prompts for models that draw anime.',
  builtInNote:
    'Anime characters are not drawn here yet. Simple, expressive faces are, as the samples show. The prompts below are for models that draw anime.',
  sections: [
    {
      kind: 'images',
      heading: 'Simple faces, drawn here',
      images: [
        face('a monkey face on a sky background'),
        face('a rabbit face on a yellow background'),
        face('a smiling face with hearts'),
        face('a crying face'),
      ],
    },
    {
      kind: 'presets',
      heading: 'Prompts for models that draw anime',
      text: 'Each fills the create page. Choose a model that draws people first.',
      presets: [
        {
          name: 'Cel shading',
          prompt:
            'portrait of a girl with short silver hair, cel shading, clean lines, soft rim light',
        },
        {
          name: 'Key visual',
          prompt:
            'key visual of a city at dusk, a train on a bridge, detailed background, anime style',
        },
        {
          name: 'Chibi',
          prompt: 'chibi knight with a small shield, big eyes, simple shading, white background',
        },
      ],
    },
    otherStyles('anime'),
  ],
}
