import type { Face, Faces } from '#contract/faces.ts'
import type { FoundFace } from '#server/engines/spec/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { judgeFace } from './judge-faces.ts'
import type { FaceFinder } from './find-faces.ts'
import { findInput, type InputDeps } from './find-inputs.ts'

/**
 * The faces of a picture that this person may start from.
 * @throws {AppError} `not_found`, `invalid`, `throttled`, `unavailable`
 */
export async function listFaces(
  deps: InputDeps & { faces: FaceFinder },
  userId: string,
  { id, from }: { id: string; from: 'uploads' | 'results' },
): Promise<Faces> {
  const upload = await deps.uploads.find(deps.db.kysely, userId, id)
  const picture =
    from === 'uploads'
      ? upload
      : upload === null &&
        (await findInput(deps, deps.db, userId, { field: 'image', id, uploadsOnly: false }))
  if (!picture) throw notFound()
  const faces = await deps.faces.find(userId, 'image', picture)
  return { results: faces.map(presentFace) }
}

function presentFace(face: FoundFace): Face {
  const { x, y, width, height } = face.box
  return {
    index: face.index,
    box: [round(x), round(y), round(width), round(height)],
    yaw: round(face.yaw),
    ...judgeFace(face),
  }
}

const round = (value: number): number => Math.round(10 * value) / 10
