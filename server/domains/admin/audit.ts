import type { AuditEntry } from '#contract/admin.ts'
import { people } from '#server/domains/accounts/index.ts'
import { admin } from '#contract/admin.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'

export interface Act {
  /** Null: the operator at the command line. */
  actorId: string | null
  action:
    | 'adjustment_requested'
    | 'adjustment_done'
    | 'adjustment_refused'
    | 'case_resolved'
    | 'refund_requested'
    | 'plan_requested'
    | 'plan_given'
    | 'plan_refused'
  userId: string | null
  subject: string | null
  reason: string | null
  data?: Record<string, unknown>
}

/** Writes down who did what, in the transaction that does it. */
export async function recordAct(tx: Tx, act: Act): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: act.actorId,
      action: act.action,
      user_id: act.userId,
      subject: act.subject,
      reason: act.reason,
      data: JSON.stringify(act.data ?? {}),
    })
    .execute()
}

export interface AuditQuery extends KeysetQuery {
  user?: string | undefined
}

/** One page of the log, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listActs(
  db: Db,
  query: AuditQuery,
): Promise<{ next: string | null; previous: string | null; results: AuditEntry[] }> {
  if (query.user !== undefined && !isId(query.user))
    return { next: null, previous: null, results: [] }
  let rows = db.kysely
    .selectFrom('audit_log as act')
    .leftJoin(people.as('actor'), 'actor.id', 'act.actor_id')
    .selectAll('act')
    .select('actor.email')
  if (query.user !== undefined) rows = rows.where('act.user_id', '=', query.user)
  const { path } = admin.audit
  const { items, ...links } = await readPage(rows, { id: 'act.id', path, query, usually: 50 })
  return {
    ...links,
    results: items.map((act) => ({
      id: act.id,
      actor: act.email ?? 'operator',
      action: act.action,
      user: act.user_id,
      subject: act.subject,
      reason: act.reason,
      data: act.data as Record<string, unknown>,
      created_at: act.created_at.toISOString(),
    })),
  }
}
