import type { ContentPage } from '../content-page.ts'

export const backgroundRemoval: ContentPage = {
  path: '/ai-image-tools/background-removal',
  title: 'AI background removal',
  description:
    'Remove the background of a photo in about a second, correct the edge by hand and download a transparent PNG, up to 25 megapixels.',
  heading: 'Remove a background, keep the hair',
  intro:
    'Drop a photo and get the subject on a transparent background. Then put a color, a gradient or another image behind it, add a shadow, crop to the subject, or take a size for shops and networks.',
  image: {
    file: 'tools/photographer-card.webp',
    width: 640,
    height: 480,
    alt: 'A photographer with long hair, the background half removed',
  },
  actions: [{ label: 'Remove a background', link: '/tools/background-removal' }],
  sections: [
    {
      kind: 'compare',
      heading: 'Made by this site',
      text: 'A cup on a café table, cut out at its full resolution.',
      before: {
        file: 'tools/background-before.webp',
        width: 600,
        height: 400,
        alt: 'A cup of coffee on a wooden table',
        caption: 'Before',
      },
      after: {
        file: 'tools/background-after.webp',
        width: 600,
        height: 400,
        alt: 'The same cup without its background',
        caption: 'After',
      },
    },
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Choose a photo',
          text: 'Upload, paste or drop it, or take one from your images. Up to 25 megapixels and 20 MB; location and camera data are removed.',
        },
        {
          title: 'Look at the edge',
          text: 'The slider compares before and after. Where the edge is wrong, correct it with the keep and erase brush; that is free.',
        },
        {
          title: 'Put something behind it',
          text: 'Nothing, a color, a gradient or your own image. Download a PNG the size of your photo.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What it cannot do',
      facts: [
        {
          term: 'Glass and smoke',
          text: 'What shows the background through it is kept or cut as a whole.',
        },
        { term: 'Single hairs', text: 'Strands thinner than a pixel or two get soft or are lost.' },
        {
          term: 'Several subjects',
          text: 'It keeps what stands out most. Use the brush to keep less or more.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'What does it cost?',
          answer:
            '{cutOut} an image, in full resolution. Hand corrections, backgrounds and downloads are free.',
        },
        {
          question: 'Can I do many at once?',
          answer:
            'Yes, up to 50 images in one go, with a price for all of them before you start and one download at the end.',
        },
        {
          question: 'What happens to my photo?',
          answer:
            'It stays private to you and is deleted when its retention ends or when you delete it.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Goes well with',
      cards: [
        {
          title: 'Replace background',
          text: 'Draw a new one, matched in light.',
          link: '/tools/replace-background',
        },
        {
          title: 'Image editor',
          text: 'Remove things, crop, write.',
          link: '/ai-image-tools/img-editor',
        },
        { title: 'Upscale image', text: 'More pixels for print.', link: '/tools/upscale-image' },
      ],
    },
  ],
}
