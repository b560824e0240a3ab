import { FACE_LIMITS } from '#contract/values/jobs/face-swap.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { FaceView, FoundFace } from '#server/engines/spec/index.ts'
import { t, type Text } from '#server/texts/index.ts'

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

const CROWDED = t('jobs.faceCrowded')
const TOO_BOWED = t('jobs.headTooBowed')
const TOO_DARK = t('jobs.faceTooDark')

const sizeOf = ({ box }: FoundFace): number => Math.round(Math.min(box.width, box.height))

/** Whether a face can be used, and what would help. */
export function judgeFace(face: FoundFace): {
  size: number
  problem: Text | null
  warnings: UnsaidQuote['warnings']
} {
  const size = sizeOf(face)
  const tooSmall = size < FACE_LIMITS.smallest
  const warnings: UnsaidQuote['warnings'] = []
  if (!tooSmall && size < COMFORTABLE_SIZE) {
    warnings.push({
      code: 'face_small',
      message: t('jobs.faceSmall', { size }),
    })
  }
  if (Math.abs(face.yaw) > COMFORTABLE_YAW) {
    warnings.push({
      code: 'face_turned',
      message: t('jobs.faceTurned'),
    })
  }
  return { size, problem: tooSmall ? tooSmallFor(size, FACE_LIMITS.smallest) : null, warnings }
}

const tooSmallFor = (size: number, least: number): Text => t('jobs.faceTooSmall', { size, least })

/** Why a face cannot be put in the place of another; null: it can. */
export function judgeSource(face: FoundFace): Text | null {
  const size = sizeOf(face)
  if (size < FACE_LIMITS.smallestSource) return tooSmallFor(size, FACE_LIMITS.smallestSource)
  if (face.eyesCovered) return t('jobs.eyesCovered')
  const { view } = face
  if (!view) return null
  if (view.blur > BLURRED.source) return t('jobs.faceNotSharp')
  return hiddenIn(view, UNEVEN.source)
}

/** Why a face cannot be replaced by another; null: it can. */
export function judgeTarget(face: FoundFace): Text | null {
  const { problem } = judgeFace(face)
  if (problem !== null) return problem
  if (face.eyesCovered) return t('jobs.eyesCoveredNoFit')
  return face.view ? hiddenIn(face.view, UNEVEN.target) : null
}

function hiddenIn(view: FaceView, mostUneven: number): Text | null {
  if (view.light < DARK.black) return TOO_DARK
  if (view.glasses) return t('jobs.faceWithGlasses')
  if (view.uneven > mostUneven) return t('jobs.facePartlyHidden')
  if (view.hues > COLOURED) return t('jobs.faceInSeveralColors')
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
  problem: Text | null
  warnings: UnsaidQuote['warnings']
} {
  if (!face) return { problem: t('common.noFaceFound'), warnings: [] }
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
  message: t('jobs.severalFaces'),
}

function shownIn({ pitch, light, side, blur }: FaceView): UnsaidQuote['warnings'] {
  const warnings: UnsaidQuote['warnings'] = []
  if (pitch > BOWED.seen)
    warnings.push({
      code: 'face_bowed',
      message: t('jobs.headBowed'),
    })
  if (light < DARK.dim)
    warnings.push({
      code: 'face_dark',
      message: t('jobs.faceDark'),
    })
  if (Math.abs(side) > SIDE_LIT)
    warnings.push({
      code: 'face_side_lit',
      message: t('jobs.faceSideLit'),
    })
  if (blur > BLURRED.portrait)
    warnings.push({
      code: 'face_blurred',
      message: t('jobs.faceBlurred'),
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
): { problem: Text | null; warnings: UnsaidQuote['warnings'] } {
  const difference = Math.round(Math.abs(source.yaw - target.yaw))
  const limits = APART_BY[by]
  if (difference > limits.yaw) {
    return {
      problem: t('jobs.facesApart', { degrees: difference, most: limits.yaw }),
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
      message: t('jobs.facesTurnedApart', { degrees: difference }),
    })
  }
  return { problem: null, warnings }
}

/** Why a face that is bent into the place of another would look wrong there; null: it would not. */
function warpedIn(source: FoundFace, target: FoundFace): Text | null {
  const size = sizeOf(source)
  if (size < SMALLER.enough && size < SMALLER.share * sizeOf(target))
    return t('jobs.newFaceTooSmall')
  if (!source.view || !target.view) return null
  const eyes = [source.view.eyes, target.view.eyes] as const
  if (Math.min(...eyes) < EYES.closed && Math.abs(eyes[0] - eyes[1]) > EYES.apart)
    return t('jobs.eyesOpenAndClosed')
  if (hueOf(source.view) < GREY && hueOf(target.view) > 2 * GREY) return t('jobs.newFaceGray')
  return null
}

const hueOf = ({ blue, red }: FaceView): number => Math.hypot(blue, red)

function apartIn(
  source: FaceView,
  target: FaceView,
  limits: (typeof APART_BY)['own'],
): Text | null {
  if (Math.abs(source.pitch - target.pitch) > limits.pitch) return t('jobs.headsTilted')
  if (source.beard !== target.beard) return t('jobs.oneBeard')
  if (source.mouth - target.mouth > APART.mouth) return t('jobs.mouthOpen')
  const stops = Math.log2((source.light + 1) / (target.light + 1))
  const hue = Math.hypot(source.blue - target.blue, source.red - target.red)
  const side = Math.abs(source.side - target.side)
  return stops > limits.lighter || -stops > limits.darker || hue > APART.hue || side > APART.side
    ? t('jobs.facesDiffer')
    : null
}
