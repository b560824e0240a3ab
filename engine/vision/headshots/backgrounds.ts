import { type Backdrop, garden, studio } from '../avatars/backdrops.ts'

/** What a person is shown before, and the light that belongs to it. */
export interface HeadshotBackground {
  id: string
  name: string
  backdrop: Backdrop
  /** Colour of the light along the person's edge, and how strong it is. */
  rim: { colour: readonly [number, number, number]; strength: number }
}

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">${content}</svg>`

const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

/** A bright room with tall windows, far out of focus. */
const office: Backdrop = () => {
  const panes = [-60, 180, 420, 660, 900]
    .map(
      (x) =>
        `<rect x="${x}" y="40" width="170" height="560" fill="#eef4f8"/><rect x="${x + 20}" y="330" width="130" height="270" fill="#b9cdd6"/>`,
    )
    .join('')
  return svg(
    `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cfd6da"/><stop offset="0.62" stop-color="#aab2b6"/><stop offset="1" stop-color="#7d7468"/></linearGradient>${blur('b', 30)}</defs><rect width="1000" height="1000" fill="url(#g)"/><g filter="url(#b)">${panes}<rect x="-60" y="690" width="460" height="360" fill="#6c5a48"/><rect x="640" y="650" width="420" height="400" fill="#59636b"/><circle cx="890" cy="560" r="90" fill="#5f7f55"/></g>`,
  )
}

/** A street between houses in soft daylight, far out of focus. */
const city: Backdrop = () => {
  const houses = [
    [-40, 120, 250, '#8d949c'],
    [190, 260, 160, '#a7a49f'],
    [640, 220, 180, '#9aa3ab'],
    [790, 80, 280, '#7c8189'],
  ]
    .map(
      ([x, y, width, fill]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="800" fill="${fill}"/>`,
    )
    .join('')
  const lights = [
    [120, 640, 34],
    [250, 700, 24],
    [700, 680, 28],
    [860, 610, 40],
  ]
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#ffd9a0" opacity="0.55"/>`)
    .join('')
  return svg(
    `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#dfe8ef"/><stop offset="0.6" stop-color="#cdd3d6"/><stop offset="1" stop-color="#74777b"/></linearGradient>${blur('b', 34)}</defs><rect width="1000" height="1000" fill="url(#g)"/><g filter="url(#b)">${houses}${lights}</g>`,
  )
}

const WHITE = [255, 255, 255] as const

/** All backgrounds, in the order in which they are offered. */
export const HEADSHOT_BACKGROUNDS: readonly HeadshotBackground[] = [
  {
    id: 'light-gray',
    name: 'Light gray',
    backdrop: studio('#eceef1', '#b4bac3'),
    rim: { colour: WHITE, strength: 0.16 },
  },
  {
    id: 'white',
    name: 'White',
    backdrop: studio('#ffffff', '#eef0f2'),
    rim: { colour: WHITE, strength: 0.2 },
  },
  {
    id: 'charcoal',
    name: 'Charcoal',
    backdrop: studio('#5b6068', '#22252a'),
    rim: { colour: WHITE, strength: 0.1 },
  },
  {
    id: 'navy',
    name: 'Navy',
    backdrop: studio('#45618c', '#16243c'),
    rim: { colour: [190, 212, 255], strength: 0.12 },
  },
  {
    id: 'warm',
    name: 'Warm beige',
    backdrop: studio('#ead9c3', '#b2977a'),
    rim: { colour: [255, 238, 214], strength: 0.16 },
  },
  { id: 'office', name: 'Office', backdrop: office, rim: { colour: WHITE, strength: 0.18 } },
  {
    id: 'city',
    name: 'City street',
    backdrop: city,
    rim: { colour: [255, 246, 232], strength: 0.16 },
  },
  {
    id: 'park',
    name: 'Park',
    backdrop: garden,
    rim: { colour: [255, 232, 180], strength: 0.22 },
  },
]
