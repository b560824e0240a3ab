import type { ContentPage } from '../content-page.ts'

export const trainModel: ContentPage = {
  path: '/ai-image-tools/train-model',
  title: 'Train an AI model on your photos',
  description:
    'Teach a model a person, a pet, an object or a style from 4 to 20 photos. Every photo is checked first, and a training that fails is not charged.',
  heading: 'Train a model of your own',
  intro:
    'Add 4 to 20 photos of one subject. They are checked before you pay, the training shows how it is going, and the model gets a name that you use in your prompts.',
  image: {
    file: 'tools/cat.jpg',
    width: 451,
    height: 300,
    alt: 'A photo of a cat, as one may be used for a training',
  },
  actions: [{ label: 'Train a model', link: '/train/loras/all' }],
  promises: 'trains_likeness',
  builtInDescription:
    'Put your own pet, object or face into illustrations, from 4 to 20 photos. Every photo is checked first, and a training that fails is not charged.',
  builtInNote:
    'On this site your subject is cut out of your photos and placed into illustrations. The model does not learn to draw somebody in a new pose.',
  sections: [
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Say what it is',
          text: 'A person, a pet, an object or a style. For a person you state whose photos they are, or send them a consent link that needs no account.',
        },
        {
          title: 'Add your photos',
          text: 'JPEG, PNG, WebP, HEIC or AVIF. Each one is looked at for size, light, detail, faces and near copies, and you read what to change. Crop them here.',
        },
        {
          title: 'Watch it learn',
          text: 'Steps, time left, samples and a curve while it trains. You can stop early. Before the first checkpoint, that costs nothing.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'What it costs',
      facts: [
        {
          term: '{training} a training',
          text: 'They are reserved when you start and charged when your model is ready. If the training fails, all of them are returned.',
        },
        {
          term: 'Stopped early',
          text: 'You get the model of the latest checkpoint, pay only for its steps, and the rest is returned.',
        },
        {
          term: 'Models a month',
          text: 'The plan says how many: 2 with Starter, 5 with Hobby and 15 with Pro. The free plan has none.',
        },
      ],
    },
    {
      kind: 'facts',
      unless: 'trains_likeness',
      heading: 'What to expect',
      facts: [
        {
          term: 'Your subject as in your photos',
          text: 'Up to three of them are cut out and laid into each image. A new pose, face or suit is not drawn.',
        },
        {
          term: 'A style, a little',
          text: 'It draws by arranging images from an open collection. Training changes its strokes and colors, not what it knows.',
        },
        {
          term: 'Larger models',
          text: 'Drawing a person in a new pose takes a larger model. Where one is available, you choose it as the base model.',
        },
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'Which photos work best?',
          answer:
            'Sharp ones in even light, with one subject that is large in the image, from several sides and before different backgrounds. Ten good ones beat twenty alike.',
        },
        {
          question: 'Who sees my photos?',
          answer:
            'Only you. Location and camera data are removed, and you can delete the photos and the model at any time.',
        },
        {
          question: 'Can I train a model of somebody else?',
          answer:
            'Only with their consent. Ask them by a link: then no training starts before they agree, and they can withdraw later, which deletes the photos and the model.',
        },
        {
          question: 'Is the model mine?',
          answer: 'Nobody else can draw with it. You can download it as a file.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Goes well with',
      cards: [
        {
          title: 'Text to image',
          text: 'Put the name of your model in a prompt.',
          link: '/ai-image-tools/text-to-image',
        },
        {
          title: 'Photo packs',
          text: 'A whole set of images around one theme.',
          link: '/packs/photo-packs/all',
        },
        {
          title: 'Instant avatars',
          text: 'Many looks from one photo, without a training.',
          link: '/instant-avatars',
        },
      ],
    },
  ],
}
