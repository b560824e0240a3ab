import type { UploadedImage } from '#contract/uploaded-images.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { FaceConsents } from '../deps.ts'
import type { FaceFinder } from './find-faces.ts'
import type { InputDeps } from './find-inputs.ts'
import { judgeSource } from './judge-faces.ts'

/** Of a person's uploads so many are looked at: the latest. */
const LATEST = 12
/** Two photos show the same person from here on (cosine of their descriptions). */
const SAME_PERSON = 0.4

/**
 * The best of a person's own latest photos of somebody, for a photo whose face cannot be put in the place of another. Faces
 * are compared for this answer alone, and what they look like is kept nowhere.
 * @returns null where none of them is better
 * @throws {AppError} `not_found`, `consent_required`, `throttled`, `unavailable`
 */
export async function proposePhoto(
  deps: InputDeps & { faces: FaceFinder; consents: FaceConsents },
  userId: string,
  id: string,
): Promise<UploadedImage | null> {
  const { db, uploads, faces, consents } = deps
  const upload = await uploads.find(db.kysely, userId, id)
  if (!upload) throw notFound()
  await consents.require(userId, 'faces')
  const wanted = await faces.describe(userId, upload)
  if (!wanted?.identity) return null
  let best: { photo: UploadedImage; size: number } | null = null
  let looked = 0
  for await (const photo of uploads.allOf(userId)) {
    if (photo.id === id) continue
    if (looked++ === LATEST) break
    const found = await uploads.find(db.kysely, userId, photo.id)
    await consents.require(userId, 'faces')
    const face = found && (await faces.describe(userId, found).catch(unlessUnreadable))
    if (!face?.identity || alike(face.identity, wanted.identity) < SAME_PERSON) continue
    const size = Math.min(face.box.width, face.box.height)
    if (judgeSource(face) === null && size > (best?.size ?? 0)) best = { photo, size }
  }
  return best?.photo ?? null
}

/** One photo that cannot be read does not keep the others from being looked at. */
function unlessUnreadable(error: unknown): null {
  if (error instanceof AppError && error.code === 'invalid') return null
  throw error
}

/** Of two unit vectors, 1 for the same. */
const alike = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
