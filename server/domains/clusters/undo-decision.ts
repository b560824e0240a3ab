import { sql } from 'kysely'
import { limitOf, lockUsers } from '#server/domains/accounts/index.ts'
import { type Tx, transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { lockDecisions } from './decide-cluster.ts'
import type { DecisionDeps } from './decisions.ts'
import { t } from '#server/texts/index.ts'

interface Undo {
  actorId: string
  decisionId: string
  reason: string
}

/** Marks the decision as undone. @throws {AppError} `not_found`; `conflict` where it is undone already */
async function close(tx: Tx, decisionId: string) {
  const found = isId(decisionId)
    ? await tx
        .selectFrom('cluster_decisions')
        .select('kind')
        .where('id', '=', decisionId)
        .executeTakeFirst()
    : undefined
  if (!found) throw notFound()
  const { numUpdatedRows } = await tx
    .updateTable('cluster_decisions')
    .set({ undone_at: sql<Date>`now()` })
    .where('id', '=', decisionId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw userError('conflict', t('console.alreadyUndone'))
  return found.kind
}

/** Lifts a limit that a decision set, with its mail. @returns whether it still held */
async function lift(
  { accounts }: DecisionDeps,
  tx: Tx,
  { userId, limitId }: { userId: string; limitId: string | null },
): Promise<boolean> {
  const now = limitId === null ? null : await limitOf(tx, userId)
  if (now?.id !== limitId || limitId === null) return false
  const lifted = await accounts.unlimit(tx, userId)
  if (lifted.limitId === limitId) return true
  throw userError('conflict', t('console.accountJustChanged'))
}

/**
 * Takes back a decision about a cluster, and writes down who did, for it and for each account. Of a limit it lifts those that this decision
 * set and that still hold: not one that was lifted since, nor one set by somebody else.
 * @throws {AppError} `not_found`; `conflict` where it was undone already
 */
export async function undoDecision(
  deps: DecisionDeps,
  { actorId, decisionId, reason }: Undo,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockDecisions(tx)
    const kind = await close(tx, decisionId)
    const rows = await tx
      .selectFrom('cluster_decision_accounts')
      .select(['user_id', 'limit_id'])
      .where('decision_id', '=', decisionId)
      .orderBy('user_id')
      .execute()
    // All of them first: lifting one asks for the line for free credits, which a ban asks for once it has its account.
    const users = rows.map(({ user_id: userId }) => userId)
    if (kind === 'limited' && users.length > 0) await lockUsers(tx, users, 'update')
    for (const { user_id: userId, limit_id: limitId } of rows) {
      if (kind === 'limited' && !(await lift(deps, tx, { userId, limitId }))) continue
      await deps.audit(tx, {
        actorId,
        userId,
        action: kind === 'limited' ? 'person_unlimited' : 'person_unmarked',
        subject: limitId ?? decisionId,
        reason,
        decision: decisionId,
      })
    }
    // Also where no limit was left to lift.
    await deps.audit(tx, {
      actorId,
      userId: null,
      action: 'cluster_decision_undone',
      subject: decisionId,
      reason,
      decision: decisionId,
    })
  })
}
