import { FACE_LIMITS } from '#contract/jobs/face-swap.ts'
import type { Quote } from '#contract/quotes.ts'
import type { FaceView, FoundFace } from '#server/engines/spec/index.ts'

/** Below, a face looks soft, pixels. */
const COMFORTABLE_SIZE = 80
/** Above, one cheek is hardly seen, degrees. */
const COMFORTABLE_YAW = 35

/**
 * Skin that is darker shows no face, of 255; that which is a little lighter may lie in shadow. Deep skin in good light is
 * lighter than both.
 */
const DARK = { black: 28, dim: 45 }
/** Edges that are spread further are out of focus, pixels of a face of 128; eyes that are swapped show it sooner. */
const BLURRED = { portrait: 1.45, source: 1.1 }
/**
 * Heads that look further down show more and more of their crown instead of the face, and from the second on the eyes are in
 * the lower half of a portrait. Degrees.
 */
const BOWED = { seen: 24, most: 30 }
/** Halves that differ further: light from one side alone, stops. */
const SIDE_LIT = 1.1
/** Places that differ further from the other half are covered, or in a hard shadow, stops. */
const UNEVEN = { source: 0.64, target: 0.75 }
/** Hues of both halves that differ further are lit by lamps of several colours. */
const COLOURED = 17
/** Differences that two faces may have, for every engine. */
const APART = { hue: 32, side: 1.6, mouth: 0.15 }
/**
 * Limits by engine, in degrees and stops. Our own engine bends one photo into the other: a dark source that is made
 * lighter shows its noise and its lamp's color. Services draw the face again.
 */
const APART_BY = {
  own: { yaw: 12, comfortableYaw: 8, pitch: 16, lighter: 0.5, darker: 0.5 },
  service: { yaw: 45, comfortableYaw: 25, pitch: 20, lighter: 1.25, darker: 0.75 },
}
/**
 * Eyes that are less open are nearly closed, as a part of their width: narrow eyes are about 0.2. They are refused where the
 * other's are more open by so much.
 */
const EYES = { closed: 0.13, apart: 0.1 }
/**
 * A face with less of the other one's size is enlarged until it looks soft beside it, unless it has enough pixels itself.
 */
const SMALLER = { share: 0.6, enough: 400 }
/** Hue of skin in a black and white photo at most, of 255. */
const GREY = 3
/** How near another face of this part of the size may be, in widths and heights of the first. */
const NEAR = { least: 0.4, beside: 2.7, above: 2.6, below: 2.2 }

const CROWDED =
  'Somebody else is too close to this face, so parts of them would be in the result. Choose a photo of one person, or crop it.'
const TOO_BOWED =
  'The head is bowed too far, so a portrait would show hair instead of the face. Choose a photo that looks into the camera.'
const TOO_DARK = 'This face is too dark. Choose a photo with more light on it.'

const sizeOf = ({ box }: FoundFace): number => Math.round(Math.min(box.width, box.height))

/** Whether a face can be used, and what would help. */
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
  return { size, problem: tooSmall ? tooSmallFor(size, FACE_LIMITS.smallest) : null, warnings }
}

const tooSmallFor = (size: number, least: number): string =>
  `This face is too small: ${size} pixels, at least ${least} are needed.`

/** Why a face cannot be put in the place of another; null: it can. */
export function judgeSource(face: FoundFace): string | null {
  const size = sizeOf(face)
  if (size < FACE_LIMITS.smallestSource) return tooSmallFor(size, FACE_LIMITS.smallestSource)
  if (face.eyesCovered)
    return 'The eyes of this face are covered. Choose a photo without sunglasses, hands or hair over them.'
  const { view } = face
  if (!view) return null
  if (view.blur > BLURRED.source) return 'This face is blurred. Choose a sharp photo.'
  return hiddenIn(view, UNEVEN.source)
}

/** Why a face cannot be replaced by another; null: it can. */
export function judgeTarget(face: FoundFace): string | null {
  const { problem } = judgeFace(face)
  if (problem !== null) return problem
  if (face.eyesCovered)
    return 'The eyes of this face are covered, so a new face would not fit. Choose a photo without sunglasses, hands or hair over them.'
  return face.view ? hiddenIn(face.view, UNEVEN.target) : null
}

function hiddenIn(view: FaceView, mostUneven: number): string | null {
  if (view.light < DARK.black) return TOO_DARK
  if (view.glasses)
    return 'This face wears glasses, which a swap would break. Choose a photo without them.'
  if (view.uneven > mostUneven)
    return 'Hair, a hand or a hard shadow lies on this face. Choose a photo in which all of it is seen in even light.'
  if (view.hues > COLOURED)
    return 'This face is lit in several colors. Choose a photo in daylight or plain light.'
  return null
}

/**
 * Whether the largest of some faces can be shown as a portrait, and what would help.
 * @param smallest pixels that the face needs for our own cut-outs, which show who stands beside it and how the head is held;
 *   null: a service draws the person again, and needs no more than any tool
 */
export function judgePortrait(
  [face, ...others]: readonly FoundFace[],
  smallest: number | null,
): {
  problem: string | null
  warnings: Quote['warnings']
} {
  if (!face) return { problem: 'No face was found in this image.', warnings: [] }
  const { size, warnings } = judgeFace(face)
  const { view } = face
  const isBlack = view !== undefined && view.light < DARK.black
  const isCrowded = smallest !== null && others.some((one) => isBeside(face, one))
  const isBowed = smallest !== null && view !== undefined && view.pitch > BOWED.most
  const problem = isBlack ? TOO_DARK : isCrowded ? CROWDED : isBowed ? TOO_BOWED : null
  const least = smallest ?? FACE_LIMITS.smallest
  return {
    problem: size < least ? tooSmallFor(size, least) : problem,
    warnings: [...warnings, ...(view ? shownIn(view) : []), ...(others[0] ? [SEVERAL] : [])],
  }
}

/** Whether somebody is so near that shoulders, arms or hair of theirs would be in a portrait. */
function isBeside({ box }: FoundFace, { box: other }: FoundFace): boolean {
  const across = (other.x + other.width / 2 - box.x - box.width / 2) / box.width
  const down = (other.y + other.height / 2 - box.y - box.height / 2) / box.height
  return (
    other.height >= NEAR.least * box.height &&
    Math.abs(across) < NEAR.beside &&
    down > -NEAR.above &&
    down < NEAR.below
  )
}

const SEVERAL = {
  code: 'several_faces',
  message:
    'Several faces were found. The result shows the largest; people who stand close may be seen too.',
}

function shownIn({ pitch, light, side, blur }: FaceView): Quote['warnings'] {
  const warnings: Quote['warnings'] = []
  if (pitch > BOWED.seen)
    warnings.push({
      code: 'face_bowed',
      message:
        'The head is bowed, so the result shows more hair than face. A photo that looks into the camera works better.',
    })
  if (light < DARK.dim)
    warnings.push({
      code: 'face_dark',
      message:
        'This face looks dark. If it is in shadow, the result will be too; a photo with more light works better.',
    })
  if (Math.abs(side) > SIDE_LIT)
    warnings.push({
      code: 'face_side_lit',
      message:
        'The light comes from one side, so half of the face stays dark. A photo with light from the front works better.',
    })
  if (blur > BLURRED.portrait)
    warnings.push({
      code: 'face_blurred',
      message: 'This face is blurred. A sharp photo gives a sharper result.',
    })
  return warnings
}

/**
 * Whether one face fits in the place of another, and what would help.
 * @param by who swaps them: our own engine or a service
 */
export function judgePair(
  source: FoundFace,
  target: FoundFace,
  by: keyof typeof APART_BY,
): { problem: string | null; warnings: Quote['warnings'] } {
  const difference = Math.round(Math.abs(source.yaw - target.yaw))
  const limits = APART_BY[by]
  if (difference > limits.yaw) {
    return {
      problem: `These faces look in directions that differ by ${difference} degrees, at most ${limits.yaw} can be swapped. Choose a photo turned the same way.`,
      warnings: [],
    }
  }
  const problem =
    (by === 'own' ? warpedIn(source, target) : null) ??
    (source.view && target.view ? apartIn(source.view, target.view, limits) : null)
  if (problem !== null) return { problem, warnings: [] }
  const warnings = [source, target].flatMap((face) => judgeFace(face).warnings)
  if (difference > limits.comfortableYaw) {
    warnings.push({
      code: 'faces_turned_apart',
      message: `The faces look in directions that differ by ${difference} degrees. A photo turned the same way looks more natural.`,
    })
  }
  return { problem: null, warnings }
}

/** Why a face that is bent into the place of another would look wrong there; null: it would not. */
function warpedIn(source: FoundFace, target: FoundFace): string | null {
  const size = sizeOf(source)
  if (size < SMALLER.enough && size < SMALLER.share * sizeOf(target))
    return 'The new face is much smaller than the one it would replace, so it would look blurred. Choose a photo that shows it larger.'
  if (!source.view || !target.view) return null
  const eyes = [source.view.eyes, target.view.eyes] as const
  if (Math.min(...eyes) < EYES.closed && Math.abs(eyes[0] - eyes[1]) > EYES.apart)
    return 'The eyes are open in one of these photos and nearly closed in the other. Choose two photos with the eyes open.'
  if (hueOf(source.view) < GREY && hueOf(target.view) > 2 * GREY)
    return 'The photo of the new face is black and white, the other one is not. Choose a color photo.'
  return null
}

const hueOf = ({ blue, red }: FaceView): number => Math.hypot(blue, red)

function apartIn(
  source: FaceView,
  target: FaceView,
  limits: (typeof APART_BY)['own'],
): string | null {
  if (Math.abs(source.pitch - target.pitch) > limits.pitch)
    return 'The heads are tilted differently: one looks further down than the other. Choose a photo with the head held the same way.'
  if (source.beard !== target.beard)
    return 'Only one of these faces has a beard, and a swap would tear it. Choose two faces with a beard, or two without.'
  if (source.mouth - target.mouth > APART.mouth)
    return 'The mouth is open in the photo of the new face and closed in the other. Choose a photo with the mouth closed.'
  const stops = Math.log2((source.light + 1) / (target.light + 1))
  const hue = Math.hypot(source.blue - target.blue, source.red - target.red)
  const side = Math.abs(source.side - target.side)
  return stops > limits.lighter || -stops > limits.darker || hue > APART.hue || side > APART.side
    ? 'These two faces differ too much in light or skin tone for a swap to look real. Choose photos in which both look alike.'
    : null
}
