import type { UnsaidFaces } from '#contract/faces.ts'
import type { FoundFace } from '#server/engines/spec/index.ts'
import type { FoundInput } from '../kind.ts'
import { notFound } from '#server/platform/errors.ts'
import { judgeFace, judgeSource, judgeTarget } from './judge-faces.ts'
import type { FaceFinder } from './find-faces.ts'
import { findInput, type InputDeps } from './find-inputs.ts'
import { findShownImage } from '../present/shown-image.ts'

/**
 * The faces of an own upload or an own result: those in a public image of somebody else are nobody's business.
 * @throws {AppError} `not_found`, `invalid`, `throttled`, `unavailable`
 */
export async function listFaces(
  deps: InputDeps & { faces: FaceFinder },
  userId: string,
  { id, from }: { id: string; from: 'uploads' | 'results' },
): Promise<UnsaidFaces> {
  const upload = await deps.uploads.find(deps.db.kysely, userId, id)
  const picture = from === 'uploads' ? upload : upload === null && (await findOwn(deps, userId, id))
  if (!picture) throw notFound()
  const faces = await deps.faces.find(userId, 'image', picture)
  return { results: faces.map(presentFace) }
}

async function findOwn(deps: InputDeps, userId: string, id: string): Promise<FoundInput | null> {
  const image = await findShownImage(deps.db.kysely, userId, id)
  if (image?.user_id !== userId) return null
  return findInput(deps, deps.db, userId, { field: 'image', id, uploadsOnly: false })
}

function presentFace(face: FoundFace): UnsaidFaces['results'][number] {
  const { x, y, width, height } = face.box
  const judged = judgeFace(face)
  return {
    index: face.index,
    box: [round(x), round(y), round(width), round(height)],
    yaw: round(face.yaw),
    ...judged,
    source_problem: judgeSource(face),
    target_problem: judgeTarget(face),
    warnings: judged.warnings.map(({ message }) => message),
  }
}

const round = (value: number): number => Math.round(10 * value) / 10
