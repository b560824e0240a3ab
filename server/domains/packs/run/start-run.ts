import { sql } from 'kysely'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
import type { PackKind, UnsaidPackRun } from '#contract/packs.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { IdempotencyKey } from '#server/domains/jobs/index.ts'
import { ownParty, quotedCall, requireVerified } from '#server/domains/orders/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { PacksDeps } from '../deps.ts'
import { freezeVersion } from '../edit-pack.ts'
import { viewerOf } from '../store.ts'
import { callWorker } from './lane.ts'
import { offerOf, type PreparedRun, prepareRun, pricesOf, type RunRef } from './prepare-run.ts'
import { presentRun } from './present-run.ts'
import { countLiveRuns, type RunRow } from './store.ts'

/** What a quote of a run binds. */
const callOf = (version: string, { id, kind, training }: RunRef, quote?: string) =>
  quotedCall({ call: `${kind}_packs/run`, pack: id, version, training, quote })

/** What a run would cost, binding for ten minutes. @throws {AppError} as `startRun` */
export async function quoteRun(
  deps: PacksDeps,
  userId: string,
  place: RunRef,
): Promise<UnsaidQuote> {
  const prepared = await prepareRun(deps, { userId, isStaff: false }, place)
  const offer = offerOf(
    deps,
    userId,
    prepared.shots.map(({ commissioned }) => commissioned),
  )
  return deps.orders.quote(userId, callOf(prepared.version.id, place).requestHash(), offer)
}

export interface StartRunInput {
  id: string
  kind: PackKind
  training: string | null
  quote?: string | undefined
  key: IdempotencyKey | null
}

/**
 * Holds the price of all shots of a pack and has the first begin.
 * @throws {AppError} `not_found`, `invalid`, `email_not_verified`, `not_enough_credits`, `queue_full`, `unavailable`,
 * `idempotency_mismatch` and those of quotes; then nothing is held
 */
export async function startRun(
  deps: PacksDeps,
  caller: Caller,
  { quote, key, ...place }: StartRunInput,
): Promise<UnsaidPackRun> {
  const { db, orders, commissions, queue } = deps
  const { userId } = caller
  const known = key && (await findByKey(db.kysely, userId, key))
  if (known) return presentRun(deps, known)
  requireVerified(caller)
  const prepared = await prepareRun(deps, { ...viewerOf(caller), userId }, place)
  const commissioned = prepared.shots.map((shot) => shot.commissioned)
  const run = await orders.place(ownParty(userId), {
    read: (tx) => Promise.all([countLiveRuns(tx, userId, null), key && findByKey(tx, userId, key)]),
    async place(tx, order, [live, winner]) {
      if (winner) return winner
      requireFewRuns(live)
      await commissions.requireRoom(tx, commissioned[0]!)
      const row = await insertRun(tx, prepared, { userId, key, ...place })
      const quoted = await order.redeem(callOf(prepared.version.id, place, quote), row.id)
      const prices = pricesOf(commissioned, quoted)
      const holdId = order.hold({
        amount: prices.reduce((sum, price) => sum + price, 0),
        externalId: `pack_run:${row.id}:1`,
        text: t('statement.packRun', {
          said: prepared.version.title,
          count: prices.length,
        }),
      })
      await insertHold(tx, row.id, holdId)
      await tx
        .insertInto('run_shots')
        .values(
          prepared.shots.map(({ shot, commissioned: { job } }, index) => ({
            run_id: row.id,
            shot_id: shot.id,
            place: shot.place,
            prompt: shot.prompt,
            judged_hash: job.judgedHash(),
            hold_id: holdId,
            price: prices[index]!,
          })),
        )
        .execute()
      await callWorker(queue, tx, row.id)
      return row
    },
  })
  return presentRun(deps, run)
}

async function insertRun(
  tx: Tx,
  { pack, version }: PreparedRun,
  { userId, key, kind, training }: Omit<StartRunInput, 'quote'> & { userId: string },
): Promise<RunRow> {
  // A draft that is run is as it was run for ever; its author's next change makes another.
  await freezeVersion(tx, version.id)
  await tx
    .updateTable('packs')
    .set({ runs: sql<number>`runs + 1` })
    .where('id', '=', pack.id)
    .execute()
  return tx
    .insertInto('pack_runs')
    .values({
      user_id: userId,
      pack_id: pack.id,
      version_id: version.id,
      kind,
      training_id: training,
      ...(key && { idempotency_key: key.key, body_hash: key.bodyHash }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What is held for a run, for as long as another try is free. */
export async function insertHold(tx: Tx, runId: string, holdId: string): Promise<void> {
  await tx
    .insertInto('run_holds')
    .values({
      hold_id: holdId,
      run_id: runId,
      ends_at: sql<Date>`money_now() + make_interval(hours => ${PACK_LIMITS.holdHours})`,
    })
    .execute()
}

/** @throws {AppError} `queue_full` */
export function requireFewRuns(live: number): void {
  const { liveRuns } = PACK_LIMITS
  if (live < liveRuns) return
  throw new AppError('queue_full', `${liveRuns} packs are on their way`, {
    userMessage: t('packs.tooManyRuns', { count: liveRuns }),
    retryAfterSeconds: 30,
  })
}

/** The run that this key made before. @throws {AppError} `idempotency_mismatch` */
async function findByKey(
  reader: Reader,
  userId: string,
  { key, bodyHash }: IdempotencyKey,
): Promise<RunRow | undefined> {
  const run = await reader
    .selectFrom('pack_runs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (run && !run.body_hash?.equals(bodyHash))
    throw userError('idempotency_mismatch', t('common.requestKeyUsed'))
  return run
}
