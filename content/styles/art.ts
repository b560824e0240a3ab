import type { ContentImage, ContentPage } from '../content-page.ts'
import { otherStyles } from './style-cards.ts'

const look = (name: string, label: string): ContentImage => ({
  file: `tools/looks/${name}.webp`,
  width: 160,
  height: 160,
  alt: `A portrait photo turned into the look ${label}`,
  caption: label,
})

export const art: ContentPage = {
  path: '/ai-img-generator/styles/art',
  title: 'Art style',
  description:
    'Oil, pencil, comic and pop art from one of your own photos, and prompts for painted images. Real results made by this site.',
  heading: 'Painted, drawn and printed',
  intro:
    'Two ways to art: give a photo and have it turned into oil, pencil or pop art, or describe a painting to a model that knows painters’ words.',
  image: look('oil', 'Oil'),
  actions: [
    { label: 'Turn a photo into art', link: '/tools/instant-avatars' },
    { label: 'Write a prompt', link: '/text-to-image' },
  ],
  sections: [
    {
      feature: 'instant_avatars',
      kind: 'images',
      heading: 'One photo, several techniques',
      text: 'Made by Instant avatars from a portrait photo; the person stays recognizable.',
      images: [
        look('oil', 'Oil'),
        look('pencil', 'Pencil'),
        look('comic', 'Comic'),
        look('pop-art', 'Pop art'),
      ],
    },
    {
      kind: 'presets',
      heading: 'Prompts for painted images',
      text: 'For models that draw anything. Name the technique last.',
      presets: [
        {
          name: 'Watercolor',
          prompt: 'a harbor with small boats, watercolor, wet edges, paper texture',
        },
        {
          name: 'Oil',
          prompt: 'a bowl of lemons on a blue cloth, oil on canvas, visible brushwork',
        },
        { name: 'Ink', prompt: 'bamboo in the wind, ink wash, much empty space' },
      ],
    },
    otherStyles('art'),
  ],
}
