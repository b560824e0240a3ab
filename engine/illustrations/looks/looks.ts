import type { Planes } from '../../diffusion/networks.ts'
import { evenFills } from './even-fills.ts'
import { roundBodies } from './round-bodies.ts'

/** How the surfaces of a style look. */
export const LOOKS = ['even', 'bold', 'round', 'shiny'] as const
export type Look = (typeof LOOKS)[number]

/** The things of a picture on white, as another icon set drew them, with the surfaces of a look. */
export function withLook(picture: Planes, look: Look): Planes {
  switch (look) {
    case 'even':
      return evenFills(picture, { colours: 7, chroma: 1.1 })
    case 'bold':
      return evenFills(picture, { colours: 5, chroma: 1.45 })
    case 'round':
      return roundBodies(picture, { shade: 0.52, shine: 0.22, gloss: 8 })
    case 'shiny':
      return roundBodies(evenFills(picture, { colours: 7, chroma: 1.15 }), {
        shade: 0.3,
        shine: 1,
        gloss: 20,
      })
    default:
      return look satisfies never
  }
}
