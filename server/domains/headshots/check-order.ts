import type { HeadshotCallBody } from '#contract/headshot-runs.ts'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import { HEADSHOT_TRAINING } from '#contract/values/lora-trainings.ts'
import { requireVerified } from '#server/domains/orders/index.ts'
import type { StudioState } from '#server/domains/studios/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { HeadshotsDeps } from './deps.ts'
import { requirePainter } from './shot-order.ts'

/** @property waive codes of amber findings that are accepted; undefined: all */
export type SetOrder = HeadshotCallBody & {
  id: string
  waive?: string[] | undefined
  quote?: string | undefined
}

/**
 * A studio that sets can be made of, with a model that draws people.
 * @throws {AppError} `not_found`, `conflict`, `unavailable`
 */
export async function readStudio(
  { studios, engines }: Pick<HeadshotsDeps, 'studios' | 'engines'>,
  userId: string,
  id: string,
): Promise<StudioState> {
  const studio = await studios.stateOf(userId, id)
  if (!studio) throw notFound()
  if (studio.type !== HEADSHOT_TRAINING || studio.object !== 'person') {
    throw userError('conflict', t('headshots.needsStudio'))
  }
  await requirePainter(engines, studio.model)
  return studio
}

/**
 * What can be asked before anything is locked.
 * @throws {AppError} those of {@link readStudio}, and `email_not_verified`
 */
export async function checkOrder(
  deps: Pick<HeadshotsDeps, 'studios' | 'engines'>,
  caller: Caller,
  id: string,
): Promise<StudioState> {
  const studio = await readStudio(deps, caller.userId, id)
  requireVerified(caller)
  if (studio.startCost !== null) await deps.studios.checkStart(caller, id)
  return studio
}

/**
 * Cents of a set that is paid by card on a site.
 * @throws {AppError} `conflict` where none is sold, `invalid` for too many shots
 */
export function requireCardPrice(
  { billing }: Pick<HeadshotsDeps, 'billing'>,
  { host, studio, order }: { host: string; studio: StudioState; order: SetOrder },
): number {
  const cents = billing.headshotSetPrice(host)
  if (cents === null) {
    throw userError('conflict', t('headshots.notByCard'))
  }
  if (order.shots > HEADSHOT_SET.usual) {
    throw invalidField('shots', t('headshots.setTooLarge', { count: HEADSHOT_SET.usual }))
  }
  if (!studio.isOwn) throw userError('conflict', t('headshots.sharedByCredits'))
  return cents
}
