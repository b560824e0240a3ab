import type { LoraTraining, PhotoCrop } from '#contract/lora-trainings.ts'
import type { PhotoLook } from './look-at-photo.ts'

/** How much larger than a face its square is, and how far below its middle the square's lies, in heights of the face. */
const [AROUND, BELOW] = [2.6, 0.25]
/** Shares of the square that a face takes in a close-up, and in a portrait. */
const CLOSE = 0.42

/** The square around the subject that is learned from. */
export function framePhoto(
  object: LoraTraining['object_type'],
  { width, height, faces }: PhotoLook,
): PhotoCrop {
  const most = Math.min(width, height)
  const face = object === 'person' ? faces?.[0] : undefined
  if (!face) {
    return { x: (width - most) >> 1, y: (height - most) >> 1, size: most }
  }
  const size = Math.min(most, Math.round(AROUND * Math.max(face.width, face.height)))
  const place = (middle: number, edge: number) =>
    Math.round(Math.max(0, Math.min(edge - size, middle - size / 2)))
  return {
    x: place(face.x + face.width / 2, width),
    y: place(face.y + face.height * (0.5 + BELOW), height),
    size,
  }
}

const NAMES: Record<LoraTraining['object_type'], string> = {
  person: 'a photo of a person',
  pet: 'a photo of a pet',
  object: 'a photo of an object',
  style: 'an image in this style',
}

/** What a photo shows, by rule. */
export function captionPhoto(
  object: LoraTraining['object_type'],
  { light, faces }: PhotoLook,
  crop: PhotoCrop,
): string {
  const face = object === 'person' ? faces?.[0] : undefined
  const words = [NAMES[object]]
  if (face) {
    words.push(Math.max(face.width, face.height) > CLOSE * crop.size ? 'close-up' : 'portrait')
    if (Math.abs(face.yaw) < 15) words.push('facing the camera')
    else words.push(face.yaw > 0 ? 'turned to the left' : 'turned to the right')
  }
  if (light < 70) words.push('in low light')
  return words.join(', ')
}
