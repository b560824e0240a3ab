import type { LoraTraining } from '#contract/lora-trainings.ts'
import { TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { duplicateOf, judgePixels, nearestPattern, SAME_PATTERN } from '#contract/photo-coach.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { PhotoLook } from './look-at-photo.ts'
import { sayOfPixels, type UnsaidFinding } from './say-of-pixels.ts'

/** A photo as it was seen. */
export interface SeenPhoto {
  id: string
  look: PhotoLook
  /** How alike its face is to those of other photos, by their ids, and after {@link EARLIER} of an earlier studio's. */
  alike: Readonly<Record<string, number>>
}

export interface Verdict {
  level: UnsaidFinding['level']
  /** About all photos together. */
  findings: UnsaidFinding[]
  /** By photo. */
  photos: ReadonlyMap<string, UnsaidFinding[]>
}

/** Before ids of photos of the studio whose model is trained once more. */
export const EARLIER = 'earlier:'

/** Least size of a face, as a share of the photo's shorter side. */
const FACE_SHARE = 0.12
/** Another face is a person, and not somebody far behind, from this share of the largest. */
const OTHER_FACE = 0.35
/** How alike faces are: of two people, of one, and in two shots of one moment. */
const ALIKE = { stranger: 0.2, same: 0.35, shot: 0.97 }
const TURNED = 12
const SAME_LIGHT = 14
const SAME_RIM = 18

const finding = (code: string, level: UnsaidFinding['level'], message: Text): UnsaidFinding => ({
  code,
  level,
  message,
})

/** What the coach says of the photos of a studio. */
export function judgePhotos(
  object: LoraTraining['object_type'],
  photos: readonly SeenPhoto[],
): Verdict {
  const verdicts = new Map(photos.map((photo) => [photo.id, judgeAlone(object, photo.look)]))
  markDuplicates(photos, verdicts)
  if (object === 'person') markStrangers(photos, verdicts)
  const together = judgeTogether(object, photos)
  const all = [...together, ...[...verdicts.values()].flat()]
  const level = (['red', 'amber'] as const).find((one) => all.some((found) => found.level === one))
  return { level: level ?? 'green', findings: together, photos: verdicts }
}

function judgeAlone(object: LoraTraining['object_type'], look: PhotoLook): UnsaidFinding[] {
  const found: UnsaidFinding[] = judgePixels(look).map(sayOfPixels)
  if (object === 'person' && look.faces)
    found.push(...judgeFaces(look.faces, Math.min(look.width, look.height)))
  return found
}

function judgeFaces(faces: NonNullable<PhotoLook['faces']>, edge: number): UnsaidFinding[] {
  const [largest, ...others] = faces
  if (!largest) return [finding('no_face', 'red', t('studios.noFaceSeen'))]
  const found: UnsaidFinding[] = []
  const size = (face: { width: number; height: number }) => Math.max(face.width, face.height)
  if (size(largest) < FACE_SHARE * edge)
    found.push(finding('small_face', 'amber', t('studios.faceSmall')))
  if (largest.eyesCovered) found.push(finding('covered_eyes', 'amber', t('studios.eyesCovered')))
  if (others.some((face) => size(face) > OTHER_FACE * size(largest)))
    found.push(finding('several_people', 'amber', t('studios.severalPeople')))
  return found
}

type Verdicts = Map<string, UnsaidFinding[]>

/** The later one of two is the one to delete. */
function markDuplicates(photos: readonly SeenPhoto[], verdicts: Verdicts): void {
  for (const [at, photo] of photos.entries()) {
    const twin = photos.slice(0, at).findIndex((other) => {
      const distance = nearestPattern(photo.look, other.look.pattern)
      return (
        distance <= SAME_PATTERN ||
        (distance <= 2 * SAME_PATTERN && (likeness(photo, other) ?? 0) > ALIKE.shot)
      )
    })
    if (twin >= 0) verdicts.get(photo.id)!.push(sayOfPixels(duplicateOf(twin + 1)))
  }
}

const likeness = (a: SeenPhoto, b: SeenPhoto): number | undefined => a.alike[b.id] ?? b.alike[a.id]

/** A photo is of somebody else when its face is unlike most of the others. */
function markStrangers(photos: readonly SeenPhoto[], verdicts: Verdicts): void {
  for (const photo of photos) {
    const others = photos.flatMap((other) =>
      other === photo ? [] : (likeness(photo, other) ?? []),
    )
    const before = Object.entries(photo.alike).flatMap(([id, value]) =>
      id.startsWith(EARLIER) ? value : [],
    )
    const known = [others, before].filter((values) => values.length >= 2).map(middle)
    if (known.length === 0) continue
    const usual = Math.min(...known)
    if (usual < ALIKE.stranger)
      verdicts.get(photo.id)!.push(finding('another_person', 'red', t('studios.somebodyElse')))
    else if (usual < ALIKE.same)
      verdicts.get(photo.id)!.push(finding('unlike', 'amber', t('studios.unlikeOthers')))
  }
}

function judgeTogether(
  object: LoraTraining['object_type'],
  photos: readonly SeenPhoto[],
): UnsaidFinding[] {
  const { least } = TRAINING_PHOTOS
  if (photos.length < least)
    return [finding('few_photos', 'red', t('studios.fewPhotos', { least, count: photos.length }))]
  const found: UnsaidFinding[] = []
  const looks = photos.map(({ look }) => look)
  const turns = looks.flatMap(({ faces }) => faces?.[0]?.yaw ?? [])
  if (object === 'person' && turns.length >= least && spread(turns) < TURNED)
    found.push(finding('same_pose', 'amber', t('studios.samePose')))
  const [lights, rims] = [
    looks.map(({ light }) => light),
    [0, 1, 2].map((c) => spread(looks.map(({ rim }) => rim[c]!))),
  ]
  if (spread(lights) < SAME_LIGHT && Math.max(...rims) < SAME_RIM && object !== 'style')
    found.push(finding('same_background', 'amber', t('studios.sameBackground')))
  return found
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
