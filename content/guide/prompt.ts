import type { ContentPage } from '../content-page.ts'

export const prompt: ContentPage = {
  path: '/guide/prompt',
  title: 'Prompt guide',
  description:
    'What to write in a prompt: the thing first, then where it is and how it is drawn. With real images for each change of words.',
  heading: 'Write a prompt that is understood',
  intro:
    'A prompt says what is in the image, where it is and how it looks. The first thing you name counts most.',
  image: {
    drawn: { prompt: 'two penguins in the snow', seed: 2, style: 'flat' },
    alt: 'Two penguins standing in the snow',
  },
  actions: [{ label: 'Write a prompt', link: '/text-to-image' }],
  builtInNote:
    'This site draws illustrations of 2,085 things that it knows by name. If it does not know what your prompt is about, it says so, suggests others and charges nothing.',
  sections: [
    {
      kind: 'images',
      heading: 'Add one thing at a time',
      text: 'The seed stays the same; only the words change.',
      images: [
        {
          drawn: { prompt: 'an owl', seed: 5 },
          alt: 'An owl on a plain backdrop',
          caption: 'an owl',
        },
        {
          drawn: { prompt: 'a blue owl', seed: 5 },
          alt: 'A blue owl on a plain backdrop',
          caption: 'a blue owl',
        },
        {
          drawn: { prompt: 'a blue owl at night', seed: 5 },
          alt: 'A blue owl in front of a night sky',
          caption: 'a blue owl at night',
        },
        {
          drawn: { prompt: 'two blue owls at night', seed: 5 },
          alt: 'Two blue owls in front of a night sky',
          caption: 'two blue owls at night',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What each part does',
      facts: [
        {
          term: 'The thing',
          text: 'A noun that everybody would use: “a sailboat”, not “a vessel of dreams”. Put it first.',
        },
        {
          term: 'How many',
          text: 'A number before it: “three stars”. Up to four things come out well in one image.',
        },
        {
          term: 'Color',
          text: 'Before the thing it belongs to: “a red car on a blue background”.',
        },
        {
          term: 'Place',
          text: '“On the grass”, “on the sea”, “in the snow”, “in the desert”, “at night”, “at sunset”, “in space”, or a color: “on a pink background”.',
        },
        {
          term: 'Style',
          text: 'Choose a preset, or write its words at the end: “flat style”, “3d style”.',
        },
      ],
    },
    {
      kind: 'images',
      heading: 'The background is part of the prompt',
      text: 'Where nothing is said, you get a lit backdrop that sets the thing off.',
      images: [
        {
          drawn: { prompt: 'a sailboat', seed: 7, style: '3d' },
          alt: 'A sailboat on a plain backdrop',
          caption: 'a sailboat',
        },
        {
          drawn: { prompt: 'a sailboat on the sea', seed: 7, style: '3d' },
          alt: 'A sailboat on the sea',
          caption: 'a sailboat on the sea',
        },
        {
          drawn: { prompt: 'a sailboat at sunset', seed: 7, style: '3d' },
          alt: 'A sailboat at sunset',
          caption: 'a sailboat at sunset',
        },
        {
          drawn: { prompt: 'a sailboat on a yellow background', seed: 7, style: '3d' },
          alt: 'A sailboat on yellow',
          caption: 'a sailboat on a yellow background',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Does a longer prompt give a better image?',
          answer:
            'No. Words that the model does not know are left out, and the page lists them below the prompt. Five clear words beat fifty vague ones.',
        },
        {
          question: 'Why is part of my prompt ignored?',
          answer:
            'The page shows what was understood and what was not before you press Generate. Rename what it does not know, or choose another model if this site has one.',
        },
        {
          question: 'What does a negative prompt do?',
          answer:
            'It steers away from what it names. Models that learned from millions of images heed it well; illustrations show only what the prompt names, so there it changes little.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Read on',
      cards: [
        {
          title: 'Seed',
          text: 'Keep an image you like and change one word.',
          link: '/guide/seed',
        },
        {
          title: 'Styles',
          text: 'The same thing, drawn six ways.',
          link: '/ai-img-generator/styles/all',
        },
      ],
    },
  ],
}
