import type { ContentImage, ContentPage, ContentSection } from '../content-page.ts'

export const MAKE_HEADSHOTS: ContentPage['actions'] = [
  { label: 'Make headshots', link: '/tools/professional-headshots/create' },
]

/** What the built-in engine cannot do, on every page that could be read as if it did. */
export const CLOTHES_NOTE =
  'Headshots here are made from the photos you bring: we cut you out, adjust the light and put a new background behind you. Clothes, pose and expression are not changed.'

export const HEADSHOT_IMAGE: ContentImage = {
  file: 'tools/headshot-after.webp',
  width: 384,
  height: 480,
  alt: 'A bright headshot of a man against a light gray background',
}

export const BEFORE_AFTER: ContentSection = {
  kind: 'compare',
  heading: 'A real example, not touched up',
  text: 'Made by this site in seconds from an everyday photo that was too dark.',
  before: {
    file: 'tools/headshot-before.webp',
    width: 384,
    height: 480,
    alt: 'The photo as it was taken',
  },
  after: HEADSHOT_IMAGE,
}

/** The headshot on another background, as the first image of a page. */
export const headshotOn = (id: string, label: string): ContentImage => ({
  file: `tools/headshots/${id}.webp`,
  width: 384,
  height: 480,
  alt: `The headshot against the background ${label}`,
})

export const background = (id: string, label: string): ContentImage => ({
  ...headshotOn(id, label),
  caption: label,
})

export const GOOD_PHOTO: ContentSection = {
  kind: 'facts',
  heading: 'What makes a good photo',
  facts: [
    {
      term: 'One face',
      text: 'From the front, with both shoulders and some room above the head.',
    },
    { term: 'Even light', text: 'A window in front of you beats a lamp above.' },
    {
      term: 'The clothes you want',
      text: 'They stay as they are, so wear what the headshot should show.',
    },
  ],
}
