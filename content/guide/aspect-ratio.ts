import type { ContentImage, ContentPage } from '../content-page.ts'

const house = (width: number, height: number, caption: string): ContentImage => ({
  drawn: { prompt: 'a house on the grass', seed: 3, style: '3d', width, height },
  alt: `A house on the grass, ${width} by ${height} pixels`,
  caption,
})

export const aspectRatio: ContentPage = {
  path: '/guide/aspect-ratio',
  title: 'Aspect ratio',
  description:
    'Square, wide or tall: how the shape of an image changes what is in it, which sizes to choose and what they cost.',
  heading: 'Choose the shape first',
  intro:
    'The shape decides how much room there is around the thing. Choose it before you look for a good seed: another shape gives another image.',
  image: house(512, 512, 'Square'),
  actions: [{ label: 'Draw in another shape', link: '/text-to-image' }],
  sections: [
    {
      kind: 'images',
      heading: 'One prompt, four shapes',
      text: '“a house on the grass”, seed 3, 3D style.',
      images: [
        house(512, 512, '1:1, 512 x 512'),
        house(768, 512, '3:2, 768 x 512'),
        house(512, 768, '2:3, 512 x 768'),
        house(1024, 576, '16:9, 1024 x 576'),
      ],
    },
    {
      kind: 'facts',
      heading: 'Which shape for what',
      facts: [
        { term: '1:1', text: 'Profile images, icons, stickers, products.' },
        { term: '4:5 and 2:3', text: 'Portraits, posters, covers, stories on a phone.' },
        { term: '3:2 and 4:3', text: 'Scenes and prints in the usual photo sizes.' },
        { term: '16:9', text: 'Slides, thumbnails, headers, and the first image of a video.' },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Does a larger image cost more?',
          answer:
            'Up to one megapixel (1,024 x 1,024) an image costs the standard price. Larger ones cost as many times more as they are larger; the button shows the exact price before you press it.',
        },
        {
          question: 'Why do very large images sometimes repeat things?',
          answer:
            'A model learned at one size. Far above it, it may start a second image beside the first. Draw near the model’s own size and enlarge the result with Upscale.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Read on',
      cards: [
        {
          title: 'Upscale image',
          text: 'More pixels for print and screen.',
          link: '/tools/upscale-image',
        },
        {
          title: 'Advanced parameters',
          text: 'The hires pass draws details into a larger image.',
          link: '/guide/advanced-parameters',
        },
      ],
    },
  ],
}
