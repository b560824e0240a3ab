import type { Selectable } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { admin, type Adjustment } from '#contract/admin.ts'
import type { Database, Db, Tx } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { AdminContext } from './context.ts'

export type AdjustmentRow = Selectable<Database['credit_adjustments']>

const adjustments = (from: Db['kysely'] | Tx) =>
  from
    .selectFrom('credit_adjustments as adjustment')
    .innerJoin(people.as('owner'), 'owner.id', 'adjustment.user_id')
    .innerJoin(people.as('asker'), 'asker.id', 'adjustment.requested_by')
    .leftJoin(people.as('decider'), 'decider.id', 'adjustment.decided_by')
    .selectAll('adjustment')
    .select(['owner.email as owner', 'asker.email as asker', 'decider.email as decider'])

type ShownRow = Awaited<ReturnType<ReturnType<typeof adjustments>['executeTakeFirstOrThrow']>>

const present = (row: ShownRow): Adjustment => ({
  id: row.id,
  user: row.user_id,
  email: row.owner,
  amount: row.amount,
  forgives: row.forgives,
  plan: row.plan && { name: row.plan, period: row.period },
  reason: row.reason,
  reference: row.reference,
  state: row.state,
  requested_by: row.asker,
  decided_by: row.decider,
  created_at: row.created_at.toISOString(),
})

export async function readAdjustment(tx: Tx, id: string): Promise<Adjustment> {
  return present(await adjustments(tx).where('adjustment.id', '=', id).executeTakeFirstOrThrow())
}

export interface AdjustmentQuery extends KeysetQuery {
  state?: Adjustment['state'] | undefined
  /** Owner of the credits or the plan; default everybody. */
  user?: string | undefined
}

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listAdjustments(
  { db }: AdminContext,
  query: AdjustmentQuery,
): Promise<{ next: string | null; previous: string | null; results: Adjustment[] }> {
  let rows = adjustments(db.kysely)
  if (query.state !== undefined) rows = rows.where('adjustment.state', '=', query.state)
  if (query.user !== undefined) rows = rows.where('adjustment.user_id', '=', query.user)
  const { items, ...links } = await readPage(rows, {
    id: 'adjustment.id',
    path: admin.adjustments.path,
    query,
    usually: 50,
  })
  return { ...links, results: items.map(present) }
}
