import sharp from 'sharp'
import type { Face } from '../faces/face.ts'
import type { DecodedPicture } from '../pictures/decode-picture.ts'

/** What of a photograph is looked at, in heights of the face: more than the widest framing holds. */
const AROUND = { aside: 2, above: 1.2, below: 2.2 } as const

/** The part of a photograph around a person, so that the networks see them large. */
export async function cutAroundPerson(
  { data, width, height }: DecodedPicture,
  { box }: Face,
): Promise<DecodedPicture> {
  const middle = box.x + box.width / 2
  const left = Math.max(0, Math.floor(middle - AROUND.aside * box.height))
  const right = Math.min(width, Math.ceil(middle + AROUND.aside * box.height))
  const top = Math.max(0, Math.floor(box.y - AROUND.above * box.height))
  const bottom = Math.min(height, Math.ceil(box.y + AROUND.below * box.height))
  const cut = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: cut.data, width: cut.info.width, height: cut.info.height, opacity: null }
}

/** By how much a part of a photograph is enlarged so that its face fills a portrait sharply; null: not at all. */
export function enlargementFor(face: number, wanted: number): 2 | 3 | 4 | null {
  const missing = wanted / face
  if (missing <= 1.15) return null
  if (missing <= 2) return 2
  return missing <= 3 ? 3 : 4
}
