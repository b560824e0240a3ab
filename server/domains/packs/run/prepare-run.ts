import type { PackKind } from '#contract/packs.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { Commissioned } from '#server/domains/jobs/index.ts'
import { leastPrice, type Offer } from '#server/domains/orders/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { PacksDeps } from '../deps.ts'
import { requestOf } from '../shot-request.ts'
import {
  canSee,
  type PackRow,
  type PackShotRow,
  readPack,
  readVersion,
  runVersion,
  shotsOf,
  type VersionRow,
  type Viewer,
} from '../store.ts'

export interface RunRef {
  id: string
  kind: PackKind
  training: string | null
}

/** A pack that can be run as it stands. */
export interface PreparedRun {
  pack: PackRow
  version: VersionRow
  shots: { shot: PackShotRow; commissioned: Commissioned }[]
}

/** A pack that this person may run, with the training that it needs. @throws {AppError} `not_found`, `invalid` */
export async function findRunnable(
  deps: PacksDeps,
  viewer: Viewer & { userId: string },
  { training, ...place }: RunRef,
): Promise<{ pack: PackRow; version: VersionRow; shots: PackShotRow[] }> {
  const { kysely } = deps.db
  const pack = await readPack(kysely, place)
  if (!canSee(pack, viewer) || pack.state === 'withdrawn') throw notFound()
  const version = await readVersion(kysely, runVersion(pack))
  if (version.subject === 'none') {
    if (training !== null) throw invalidField('training', t('packs.noSubject'))
  } else {
    if (training === null) throw invalidField('training', t('common.chooseTrainedModel'))
    const subject = await deps.studios.findSubject(viewer.userId, training)
    if (!subject) throw invalidField('training', t('common.noSuchTrainedModel'))
    if (subject.kind !== version.subject)
      throw invalidField('training', t('packs.otherKind', { kind: version.subject }))
  }
  return { pack, version, shots: await shotsOf(kysely, [version.id]) }
}

/**
 * Checks every shot, before anything is held.
 * @throws {AppError} `invalid` naming the shots that cannot be made by their places, from 1; `not_found`, `unavailable`, `throttled`
 */
export async function prepareRun(
  deps: PacksDeps,
  viewer: Viewer & { userId: string },
  place: RunRef,
): Promise<PreparedRun> {
  const { pack, version, shots } = await findRunnable(deps, viewer, place)
  const prepared: PreparedRun['shots'] = []
  const problems: Text[] = []
  const requests = shots.map((shot) => requestOf(place.kind, shot, place.training))
  const settled = await deps.commissions.prepareAll(viewer.userId, requests)
  for (const [index, one] of settled.entries()) {
    const shot = shots[index]!
    if (one.status === 'fulfilled') {
      const { blocked } = one.value
      if (blocked !== null)
        problems.push(t('common.ofField', { path: `${shot.place + 1}.prompt`, said: blocked }))
      prepared.push({ shot, commissioned: one.value })
      continue
    }
    const error: unknown = one.reason
    const fields = error instanceof AppError ? error.fields : undefined
    if (!fields || fields['training']) throw error
    for (const [field, messages] of Object.entries(fields))
      problems.push(
        ...messages.map((said) =>
          t('common.ofField', { path: `${shot.place + 1}.${field}`, said }),
        ),
      )
  }
  if (problems.length > 0)
    throw new AppError('invalid', 'Shots of this pack cannot be made', {
      fields: { shots: problems },
    })
  return { pack, version, shots: prepared }
}

/** A line of a quote for each shot. */
export const offerOf = (
  { commissions }: Pick<PacksDeps, 'commissions'>,
  userId: string,
  all: readonly Commissioned[],
): Offer => ({
  lines: all.map(({ label, credits }) => ({ label, amount: credits })),
  joinsLines: true,
  marked: (tx) =>
    commissions.countMarked(tx, userId, all.filter(({ watermark }) => watermark).length),
})

/** The most that each is paid: that of the quote, or a lower price of today. */
export const pricesOf = (
  all: readonly Commissioned[],
  quoted: Pick<UnsaidQuote, 'lines'> | null,
): number[] => all.map(({ credits }, index) => leastPrice(credits, quoted?.lines[index]?.amount))
