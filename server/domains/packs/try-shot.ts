import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { PackKind } from '#contract/packs.ts'
import type { IdempotencyKey } from '#server/domains/jobs/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { PacksDeps } from './deps.ts'
import { findRunnable } from './run/prepare-run.ts'
import { requestOf } from './shot-request.ts'
import { viewerOf } from './store.ts'

/** One shot of a pack by itself, as any other job. @throws {AppError} as a generation, and `not_found`, `invalid` */
export async function tryShot(
  deps: PacksDeps,
  caller: Caller,
  {
    shot: shotId,
    quote,
    key,
    ...place
  }: {
    id: string
    kind: PackKind
    training: string | null
    shot: string
    quote?: string | undefined
    key: IdempotencyKey | null
  },
): Promise<UnsaidJob> {
  if (!caller.emailVerified) throw userError('email_not_verified', t('common.verifyEmail'))
  const viewer = { ...viewerOf(caller), userId: caller.userId }
  const { shots } = await findRunnable(deps, viewer, place)
  const shot = shots.find(({ id }) => id === shotId)
  if (!shot) throw invalidField('shot', t('packs.noSuchPackShot'))
  const request = requestOf(place.kind, shot, place.training)
  return deps.commissions.startAlone(
    caller,
    { ...request, ...(quote !== undefined && { quote }) },
    key,
  )
}
