import type { Ellipsoid, Shot } from './render-subject.ts'
import { renderSubject } from './render-subject.ts'

/** Somebody or something to train on, made of balls. */
export interface Subject {
  name: string
  caption: string
  parts: Ellipsoid[]
}

const ORANGE = [232, 120, 32] as const
const TEAL = [20, 140, 150] as const
const PURPLE = [120, 60, 170] as const
const YELLOW = [245, 205, 60] as const
const GREEN = [60, 150, 70] as const
const CREAM = [250, 235, 205] as const
const BLACK = [25, 25, 30] as const
const RED = [205, 40, 50] as const

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'bear',
    caption: 'ada the bear',
    parts: [
      { at: [0, -0.35, 0], size: [0.5, 0.55, 0.45], colour: TEAL },
      { at: [0, 0.45, 0], size: [0.42, 0.4, 0.4], colour: TEAL },
      { at: [-0.34, 0.8, 0], size: [0.16, 0.16, 0.1], colour: ORANGE },
      { at: [0.34, 0.8, 0], size: [0.16, 0.16, 0.1], colour: ORANGE },
      { at: [0, 0.36, 0.34], size: [0.18, 0.14, 0.14], colour: CREAM },
      { at: [0, 0.42, 0.46], size: [0.06, 0.05, 0.05], colour: BLACK },
      { at: [-0.15, 0.56, 0.34], size: [0.05, 0.06, 0.05], colour: BLACK },
      { at: [0.15, 0.56, 0.34], size: [0.05, 0.06, 0.05], colour: BLACK },
      { at: [-0.5, -0.2, 0.1], size: [0.17, 0.34, 0.17], colour: ORANGE },
      { at: [0.5, -0.2, 0.1], size: [0.17, 0.34, 0.17], colour: ORANGE },
      { at: [-0.25, -0.85, 0.15], size: [0.2, 0.18, 0.3], colour: ORANGE },
      { at: [0.25, -0.85, 0.15], size: [0.2, 0.18, 0.3], colour: ORANGE },
    ],
  },
  {
    name: 'bird',
    caption: 'ada the bird',
    parts: [
      { at: [0, -0.1, 0], size: [0.45, 0.5, 0.6], colour: PURPLE },
      { at: [0, 0.5, 0.3], size: [0.32, 0.32, 0.32], colour: YELLOW },
      { at: [0, 0.46, 0.66], size: [0.09, 0.08, 0.2], colour: RED },
      { at: [-0.14, 0.6, 0.55], size: [0.06, 0.06, 0.06], colour: BLACK },
      { at: [0.14, 0.6, 0.55], size: [0.06, 0.06, 0.06], colour: BLACK },
      { at: [-0.48, -0.05, -0.05], size: [0.1, 0.3, 0.45], colour: YELLOW },
      { at: [0.48, -0.05, -0.05], size: [0.1, 0.3, 0.45], colour: YELLOW },
      { at: [0, 0, -0.75], size: [0.22, 0.08, 0.35], colour: RED },
    ],
  },
  {
    name: 'plant',
    caption: 'ada the plant',
    parts: [
      { at: [0, -0.7, 0], size: [0.5, 0.38, 0.5], colour: RED },
      { at: [0, -0.35, 0], size: [0.55, 0.1, 0.55], colour: CREAM },
      { at: [0, 0.1, 0], size: [0.08, 0.6, 0.08], colour: GREEN },
      { at: [-0.35, 0.2, 0.1], size: [0.4, 0.12, 0.2], colour: GREEN },
      { at: [0.35, 0.35, -0.1], size: [0.4, 0.12, 0.2], colour: GREEN },
      { at: [0, 0.75, 0], size: [0.3, 0.3, 0.3], colour: PURPLE },
      { at: [0, 0.78, 0.22], size: [0.13, 0.13, 0.13], colour: YELLOW },
    ],
  },
]

const VIEWS = 12
const LIGHTS: readonly Shot['light'][] = [
  [0.2, 0.6, 1],
  [-1, 0.5, 0.4],
  [1, 0.3, 0.3],
]

/** Images of a subject from all around, in three lights. */
export function photographSubject({ parts }: Subject): Promise<Buffer[]> {
  const shots = LIGHTS.flatMap((light) =>
    Array.from({ length: VIEWS }, (_, i) => ({ turn: (2 * Math.PI * i) / VIEWS, light })),
  )
  return Promise.all(shots.map((shot) => renderSubject(parts, shot)))
}
