import sharp from 'sharp'
import type { LoraSubject } from '#lib/engine-spec/index.ts'
import type { Planes } from '../../diffusion/networks.ts'
import { type Pixels, readPicture } from '../../diffusion/source/read-source.ts'
import type { Spot } from './layout.ts'
import type { Look } from '../looks/looks.ts'

/** One photo of a subject, cut out, in a square. */
export interface SubjectPicture {
  /** As it is laid on a picture. */
  cut: Pixels
  /** As it leads a drawing: small, on white, in [-1, 1]. */
  onWhite: Planes
  /** Where it ends below, from -1 (top) to 1; what reaches 1 was cut by the photo's edge. */
  bottom: number
}

export interface Subject {
  pictures: readonly SubjectPicture[]
  /** With a white rim, as if it was cut out with scissors. */
  isSticker: boolean
}

/** How the photo of a subject is changed before it is laid on a picture. */
export interface SubjectLook {
  /** In few colors. */
  fills: { colours: number; chroma: number } | null
  rim: boolean
}

const EDGE = 128
/** White of a subject that would pass for background is darkened to this, in [-1, 1]. */
const NOT_WHITE = 0.84
const COVERED = 24
/** Cut by the photo's edge if it comes so near. */
const CUT_OFF = 0.96

/** @throws EngineError `unsupported` for a file that is no picture */
export async function readSubject(
  { pictures }: LoraSubject,
  prompt: string,
): Promise<Subject | undefined> {
  if (pictures.length === 0) return undefined
  return {
    pictures: await Promise.all(pictures.map(async (file) => readCut(await readPicture(file)))),
    isSticker: /\bstickers?\b|\btwemoji style\b/i.test(prompt),
  }
}

async function readCut(cut: Pixels): Promise<SubjectPicture> {
  const { data: small } = await sharp(cut.data, {
    raw: { width: cut.width, height: cut.height, channels: 4 },
  })
    .resize(EDGE, EDGE, { fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const area = EDGE ** 2
  const data = new Float32Array(3 * area).fill(1)
  let last = 0
  for (let at = 0; at < area; at++) {
    const opacity = small[4 * at + 3]!
    if (opacity < COVERED) continue
    last = Math.floor(at / EDGE)
    for (let plane = 0; plane < 3; plane++) {
      const value = Math.min(NOT_WHITE, small[4 * at + plane]! / 127.5 - 1)
      data[plane * area + at] = 1 + (opacity / 255) * (value - 1)
    }
  }
  return { cut, onWhite: { data, width: EDGE, height: EDGE }, bottom: (2 * (last + 1)) / EDGE - 1 }
}

/** Upright and not mirrored; what the photo's edge cut off stands at the edge of the room. */
export function standSubject(
  { bottom }: Pick<SubjectPicture, 'bottom'>,
  spot: Spot,
  aspect: number,
): Spot {
  const upright = { ...spot, degrees: 0, mirrored: false }
  if (bottom < CUT_OFF) return upright
  const floor = Math.max(1, 1 / aspect)
  return { ...upright, y: floor - spot.scale * bottom + 0.01 }
}

/** A style of few colors shows the photo in few colors. */
export function lookOf(
  look: Look | undefined,
  { isSticker }: Pick<Subject, 'isSticker'>,
): SubjectLook {
  const isEven = look === 'even' || look === 'bold'
  return {
    fills: isEven ? { colours: 14, chroma: look === 'bold' ? 1.4 : 1.15 } : null,
    rim: isSticker,
  }
}
