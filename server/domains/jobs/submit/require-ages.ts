import { looksYoung } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { FaceConsents } from '../deps.ts'
import type { FaceFinder } from '../inputs/find-faces.ts'
import type { ResolvedRequest } from './resolve-request.ts'

interface AgeDeps {
  db: Db
  consents: FaceConsents
  faces: FaceFinder
}

/**
 * Has it stated who somebody is whose face looks young. That the estimate may be wrong is why it asks, and takes the answer.
 * @throws {AppError} `age_statement_required` with the photos that it is about
 */
export async function requireAges(
  { db, consents, faces }: AgeDeps,
  userId: string,
  { kind, parameters, inputs, showsChild }: ResolvedRequest,
): Promise<void> {
  if (showsChild) return
  const used = kind.facesUsed?.(parameters) ?? []
  if (used.length === 0) return
  const ids = new Map(kind.inputs(parameters).map(({ field, id }) => [field, id]))
  const young = new Set<string>()
  for (const { field, index } of used) {
    const [picture, id] = [inputs[field], ids.get(field)]
    if (!picture || id === undefined) continue
    const face = (await faces.find(userId, field, picture))[index]
    if (face && looksYoung(face)) young.add(id)
  }
  const stated = await consents.peopleIn(db.kysely, userId, [...young])
  const about = [...young].filter((id) => !stated.has(id))
  if (about.length > 0)
    throw userError('age_statement_required', t('jobs.mayLookYoung'), { extra: { about } })
}
