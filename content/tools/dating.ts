import type { ContentPage } from '../content-page.ts'

/** Shows a painting: no real person is to be taken for somebody who looks for a date. */
export const dating: ContentPage = {
  path: '/use-cases/dating',
  title: 'Photos for dating profiles',
  description:
    'Make the photos you have look their best: a calm background, sharper pixels, better light. You stay you.',
  heading: 'Your own photos, at their best',
  intro:
    'A profile works when people recognize you at the café door. So improve the photo, not the person: a calmer background, more pixels, better light.',
  image: {
    file: 'tools/headshots/painted-after.webp',
    width: 384,
    height: 480,
    alt: 'A painted portrait in front of a plain backdrop',
  },
  actions: [{ label: 'Start with a photo', link: '/tools/replace-background' }],
  sections: [
    {
      kind: 'steps',
      heading: 'Three things that help most',
      steps: [
        {
          title: 'Calm the background',
          text: 'Replace the parking lot by a plain backdrop or a photo of a place you like; light and color are matched.',
        },
        {
          title: 'Bring back pixels',
          text: 'A crop from a group photo is small. Upscale it two or four times.',
        },
        {
          title: 'Fix a soft face',
          text: 'Fix faces sharpens small faces that are a little out of focus. It invents nothing, so a very blurred one stays blurred.',
        },
      ],
    },
    {
      kind: 'compare',
      heading: 'Another backdrop',
      text: 'The same person, the same smile, no clutter.',
      before: {
        file: 'tools/headshots/painted-before.webp',
        width: 384,
        height: 480,
        alt: 'A woman in a straw hat in front of a cloudy sky, painted in 1782',
        caption: 'Before',
      },
      after: {
        file: 'tools/headshots/painted-after.webp',
        width: 384,
        height: 480,
        alt: 'The same woman in front of a plain backdrop',
        caption: 'After',
      },
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Should I say that a photo was edited?',
          answer:
            'If it changes how you look, yes; some platforms require it. A new background or more pixels rarely does.',
        },
        {
          question: 'Can I use somebody else’s photo?',
          answer: 'No. Use photos of yourself, and of others only with their consent.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'The tools',
      cards: [
        { title: 'Replace background', text: 'A calmer place.', link: '/tools/replace-background' },
        { title: 'Upscale image', text: 'More pixels.', link: '/tools/upscale-image' },
        { title: 'Fix faces', text: 'A sharper face.', link: '/tools/fix-faces' },
        {
          title: 'Instant avatars',
          text: 'For everything but dating.',
          link: '/tools/instant-avatars',
        },
      ],
    },
  ],
}
