import { FACE_LIMITS } from '#contract/jobs/face-swap.ts'
import type { Quote } from '#contract/quotes.ts'
import type { FoundFace } from '#server/engines/spec/index.ts'

/** Below, a swapped face looks soft, pixels. */
const COMFORTABLE_SIZE = 80
/** Above, one cheek is hardly seen, degrees. */
const COMFORTABLE_YAW = 35
/** Above, the features of one face hardly fit the other's, degrees. */
const COMFORTABLE_DIFFERENCE = 25

const sizeOf = ({ box }: FoundFace): number => Math.round(Math.min(box.width, box.height))

/** Whether a face can be swapped, and what would help. */
export function judgeFace(face: FoundFace): {
  size: number
  problem: string | null
  warnings: Quote['warnings']
} {
  const size = sizeOf(face)
  const tooSmall = size < FACE_LIMITS.smallest
  const warnings: Quote['warnings'] = []
  if (!tooSmall && size < COMFORTABLE_SIZE) {
    warnings.push({
      code: 'face_small',
      message: `This face is only ${size} pixels wide. A larger or closer photo gives a sharper result.`,
    })
  }
  if (Math.abs(face.yaw) > COMFORTABLE_YAW) {
    warnings.push({
      code: 'face_turned',
      message: 'This face is turned far to the side. A photo from the front works better.',
    })
  }
  const { smallest } = FACE_LIMITS
  return {
    size,
    problem: tooSmall
      ? `This face is too small: ${size} pixels, at least ${smallest} are needed.`
      : null,
    warnings,
  }
}

/** Whether one face fits in the place of another, and what would help. */
export function judgePair(
  source: FoundFace,
  target: FoundFace,
): { problem: string | null; warnings: Quote['warnings'] } {
  if (source.eyesCovered)
    return {
      problem:
        'The eyes of this face are covered. Choose a photo without sunglasses, hands or hair over them.',
      warnings: [],
    }
  const difference = Math.round(Math.abs(source.yaw - target.yaw))
  const { yawDifference } = FACE_LIMITS
  if (difference > yawDifference) {
    return {
      problem: `These faces look in directions that differ by ${difference} degrees, at most ${yawDifference} can be swapped. Choose a photo turned the same way.`,
      warnings: [],
    }
  }
  const warnings = [source, target].flatMap((face) => judgeFace(face).warnings)
  if (difference > COMFORTABLE_DIFFERENCE) {
    warnings.push({
      code: 'faces_turned_apart',
      message: `The faces look in directions that differ by ${difference} degrees. A photo turned the same way looks more natural.`,
    })
  }
  return { problem: null, warnings }
}
