import type { PackKind, UnsaidPackRun } from '#contract/packs.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { Commissioned } from '#server/domains/jobs/index.ts'
import { ownParty, quotedCall } from '#server/domains/orders/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { PacksDeps } from '../deps.ts'
import { readVersion } from '../store.ts'
import { requestOfShot } from './advance-run.ts'
import { callWorker } from './lane.ts'
import { offerOf, pricesOf } from './prepare-run.ts'
import { presentRun } from './present-run.ts'
import { insertHold, requireFewRuns } from './start-run.ts'
import { isLive, type RunShotRow, shotState } from './states.ts'
import {
  countLiveRuns,
  findRun,
  lockRun,
  openHolds,
  readOwnRun,
  type RunRow,
  shotsOfRuns,
} from './store.ts'

interface RunRef {
  id: string
  kind: PackKind
  /** Left out: all that are missing. */
  shots?: string[] | undefined
}

/** Shots that are to be made again. */
interface Again {
  /** Paid by what is still held for them. */
  free: RunShotRow[]
  /** Delivered before, or nothing is held any more. */
  paid: RunShotRow[]
}

/** @throws {AppError} `invalid` for a shot that is none of the run's, `conflict` when there is nothing to make again */
async function findAgain(
  reader: Reader,
  { id, stopped_at: stoppedAt }: RunRow,
  wanted: readonly string[] | undefined,
): Promise<Again> {
  const all = await shotsOfRuns(reader, [id])
  const holds = await openHolds(reader, id)
  if (stoppedAt !== null && holds.length > 0) throw userError('conflict', t('packs.runStopping'))
  if (wanted?.some((one) => all.every((shot) => shot.id !== one)))
    throw invalidField('shots', t('packs.noSuchShot'))
  const chosen = all.filter((shot) =>
    wanted ? wanted.includes(shot.id) : !isLive(shot) && shotState(shot) !== 'delivered',
  )
  if (chosen.length === 0) throw userError('conflict', t('packs.nothingMissing'))
  if (chosen.some(isLive)) throw userError('conflict', t('packs.alreadyMaking'))
  const isHeld = (shot: RunShotRow) =>
    shotState(shot) !== 'delivered' &&
    holds.some((hold) => hold.hold_id === shot.hold_id && !hold.is_over)
  return { free: chosen.filter(isHeld), paid: chosen.filter((shot) => !isHeld(shot)) }
}

const callOf = ({ id, kind }: RunRef, { free, paid }: Again, quote?: string) =>
  quotedCall({
    call: `${kind}_packs/retry`,
    run: id,
    free: free.map((shot) => [shot.id, shot.prompt]),
    paid: paid.map((shot) => [shot.id, shot.prompt]),
    quote,
  })

/** @throws {AppError} `invalid` for what cannot be made, `unavailable` */
async function prepareAll(
  deps: PacksDeps,
  run: RunRow,
  shots: readonly RunShotRow[],
): Promise<Commissioned[]> {
  const requests = []
  for (const shot of shots) requests.push(await requestOfShot(deps.db.kysely, run, shot))
  const settled = await deps.commissions.prepareAll(run.user_id, requests)
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    if (one.value.blocked !== null) throw invalidField('shots', one.value.blocked)
    return one.value
  })
}

/** What making shots again would cost, binding for ten minutes; what is still held costs nothing. */
export async function quoteRetry(
  deps: PacksDeps,
  userId: string,
  place: RunRef,
): Promise<UnsaidQuote> {
  const run = await readOwnRun(deps.db.kysely, userId, place)
  const again = await findAgain(deps.db.kysely, run, place.shots)
  const paid = await prepareAll(deps, run, again.paid)
  const { requestHash } = callOf(place, again)
  return deps.orders.quote(userId, requestHash(), offerOf(deps, userId, paid))
}

/**
 * Has shots made again: free what failed while its credits are held, else for the price of their own quote.
 * @throws {AppError} `not_found`, `invalid`, `conflict`, `not_enough_credits`, `queue_full`, `unavailable` and those of
 * quotes; then nothing changes
 */
export async function retryRun(
  deps: PacksDeps,
  { userId }: Caller,
  { quote, ...place }: RunRef & { quote?: string | undefined },
): Promise<UnsaidPackRun> {
  const { db, commissions, orders, queue } = deps
  const run = await readOwnRun(db.kysely, userId, place)
  const before = await findAgain(db.kysely, run, place.shots)
  const free = await prepareAll(deps, run, before.free)
  const paid = await prepareAll(deps, run, before.paid)
  if (paid.length > 0 && quote === undefined) throw invalidField('quote', t('packs.needsNewPrice'))
  await orders.place(ownParty(userId), {
    read: (tx) => countLiveRuns(tx, userId, run.id),
    async place(tx, order, live) {
      const now = await findAgain(tx, await lockRun(tx, run.id), place.shots)
      if (!isSame(before, now)) throw userError('conflict', t('packs.runChanged'))
      requireFewRuns(live)
      await commissions.requireRoom(tx, [...free, ...paid][0]!)
      const quoted = await order.redeem(callOf(place, now, quote), run.id)
      const prices = pricesOf(paid, quoted)
      const holdId =
        paid.length === 0
          ? null
          : order.hold({
              amount: prices.reduce((sum, price) => sum + price, 0),
              externalId: `pack_run:${run.id}:${(await countHolds(tx, run.id)) + 1}`,
              text: t('statement.packRunAgain', {
                said: (await readVersion(tx, run.version_id)).title,
                count: paid.length,
              }),
            })
      if (holdId !== null) await insertHold(tx, run.id, holdId)
      for (const shot of now.free) await putBack(tx, shot, {})
      for (const [index, shot] of now.paid.entries())
        await putBack(tx, shot, { hold_id: holdId ?? shot.hold_id, price: prices[index]! })
      await tx.updateTable('pack_runs').set({ stopped_at: null }).where('id', '=', run.id).execute()
      await callWorker(queue, tx, run.id)
    },
  })
  return presentRun(deps, (await findRun(db.kysely, run.id)) ?? run)
}

const idsOf = (shots: readonly RunShotRow[]) => shots.map(({ id }) => id).join()
const isSame = (one: Again, other: Again) =>
  idsOf(one.free) === idsOf(other.free) && idsOf(one.paid) === idsOf(other.paid)

async function countHolds(tx: Tx, runId: string): Promise<number> {
  const rows = await tx
    .selectFrom('run_holds')
    .select('hold_id')
    .where('run_id', '=', runId)
    .execute()
  return rows.length
}

async function putBack(
  tx: Tx,
  { id }: RunShotRow,
  pay: { hold_id?: string; price?: number },
): Promise<void> {
  await tx
    .updateTable('run_shots')
    .set({ status: 'waiting', error: null, ...pay })
    .where('id', '=', id)
    .execute()
}
