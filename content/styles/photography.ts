import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const sample = (file: string, alt: string, caption: string): ContentImage => ({
  file: `tools/${file}.webp`,
  width: 512,
  height: 512,
  alt,
  caption,
})

export const photography: ContentPage = {
  path: '/ai-img-generator/styles/photography',
  title: 'Photography style',
  description:
    'Better photos from the ones you have: another backdrop, more pixels, sharper faces. And prompts for models that draw photographs.',
  heading: 'Photos, finished like in a studio',
  intro:
    'Start from your own photo: change what is behind the subject, enlarge it for print, bring back a soft face. Or describe a photo to a model that has learned them.',
  image: sample('replaced-card', 'A portrait in front of a new backdrop', 'New backdrop'),
  actions: [
    { label: 'Start from a photo', link: '/tools/replace-background' },
    { label: 'Write a prompt', link: '/text-to-image' },
  ],
  builtInNote:
    'Photographs are not drawn from words here. The photo tools above work on your own photos; the prompts below are for models that draw photographs.',
  sections: [
    {
      feature: 'background_removal',
      kind: 'compare',
      heading: 'Another backdrop',
      text: 'The subject is cut out along its edges, and light and color are matched to what is put behind it.',
      before: sample('replaced-before', 'A man in front of graffiti', 'Before'),
      after: sample('replaced-after', 'The same man in front of a mountain lake', 'After'),
    },
    {
      kind: 'presets',
      heading: 'Prompts for models that draw photographs',
      text: 'Name the subject, then the light, then the lens.',
      presets: [
        {
          name: 'Portrait',
          prompt: 'portrait of an old sailor, window light, 85 mm, shallow depth of field',
        },
        {
          name: 'Product',
          prompt: 'perfume bottle on wet slate, softbox from the left, dark background, macro',
        },
        { name: 'Landscape', prompt: 'misty valley at sunrise, long lens, layered hills' },
      ],
    },
    otherStyles('photography'),
  ],
}
