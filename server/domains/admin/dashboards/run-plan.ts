import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DashboardOutcome, DashboardPlan } from '#contract/dashboards.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

type Item = DashboardPlan['results'][number]

/** Something that an administrator is shown first, and then has done. */
export interface PlannedAction {
  /** Names it among the others. */
  name: string
  find(): Promise<Item[]>
  /** Does one item. @returns why it was left, or null when it is done */
  act(tx: Tx, item: Item, adminId: string): Promise<string | null>
}

const MINUTES = 15
const TOKEN_BYTES = 24

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Lists what would be done, under a token for exactly this list and this administrator. */
export async function planAction(
  db: Db,
  action: PlannedAction,
  adminId: string,
): Promise<DashboardPlan> {
  const results = await action.find()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await transact(db, async (tx) => {
    await tx
      .deleteFrom('dashboard_plans')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute()
    await tx
      .insertInto('dashboard_plans')
      .values({
        token_hash: hashOf(token),
        admin_id: adminId,
        action: action.name,
        items: JSON.stringify(results),
        expires_at: sql<Date>`now() + make_interval(mins => ${MINUTES})`,
        used_at: null,
      })
      .execute()
  })
  return { token, results }
}

/**
 * Does what was listed under a token, all in one transaction: once, for who was given it.
 * @throws {AppError} `conflict` for any other token
 */
export async function runPlan(
  db: Db,
  action: PlannedAction,
  { adminId, token }: { adminId: string; token: string },
): Promise<DashboardOutcome> {
  return transact(db, async (tx) => {
    const plan = await tx
      .updateTable('dashboard_plans')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', hashOf(token))
      .where('admin_id', '=', adminId)
      .where('action', '=', action.name)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('items')
      .executeTakeFirst()
    if (!plan) throw userError('conflict', t('console.listNotValid'))
    const left: DashboardOutcome['left'] = []
    const items = plan.items as Item[]
    for (const item of items) {
      const reason = await action.act(tx, item, adminId)
      if (reason !== null) left.push({ id: item.id, reason })
    }
    return { done: items.length - left.length, left }
  })
}
