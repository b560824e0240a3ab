import sharp from 'sharp'
import { lookAtPixels, PATTERN_GRID, type PixelLook, SEEN_EDGE } from '#contract/photo-coach.ts'
import { type FoundFace, looksYoung } from '#server/engines/spec/index.ts'

/** What is seen in a photo: numbers from which the findings follow. */
export interface PhotoLook extends PixelLook {
  /** The largest first; null: nobody looked for faces. */
  faces:
    | {
        x: number
        y: number
        width: number
        height: number
        yaw: number
        eyesCovered?: true
      }[]
    | null
  /** A face in it looks like a child's; its age itself is not kept. */
  young?: true
}

/** Looks at a photo that was stored: upright and without metadata. */
export async function lookAtPhoto(
  file: Uint8Array,
  faces: readonly FoundFace[] | null,
): Promise<PhotoLook> {
  const size = await sharp(file).metadata()
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(SEEN_EDGE, SEEN_EDGE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = PATTERN_GRID
  // Of what was decoded for the rest: a large photo takes long to decode.
  const { width: columns, height: rows, channels } = info
  const grid = await sharp(data, { raw: { width: columns, height: rows, channels } })
    .greyscale()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return {
    ...lookAtPixels(size, { data, ...info }, grid),
    faces:
      faces?.map(({ box, yaw, eyesCovered }) => ({
        ...box,
        yaw,
        ...(eyesCovered && { eyesCovered }),
      })) ?? null,
    ...(faces?.some(looksYoung) && { young: true }),
  }
}
