import { type SqlBool, sql } from 'kysely'
import type { ClusterDecision } from '#contract/admin-clusters.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'

/** An act of an administrator on one account of a cluster. */
export interface ClusterAct {
  actorId: string
  /** Null where it is about the decision itself. */
  userId: string | null
  action:
    | 'person_limited'
    | 'person_unlimited'
    | 'person_marked_fine'
    | 'person_unmarked'
    | 'cluster_decision_undone'
  /** The limit, or the decision. */
  subject: string
  reason: string
  /** The decision, which the other accounts share. */
  decision: string
}

export interface DecisionDeps {
  db: Db
  accounts: Pick<Accounts, 'limit' | 'unlimit'>
  audit(tx: Tx, act: ClusterAct): Promise<void>
}

/** A decision that holds, with the accounts that it was about. */
export interface OpenDecision extends ClusterDecision {
  users: ReadonlySet<string>
}

/** Reads the decisions that hold about any of these accounts, the latest first. */
export async function openDecisions(
  reader: Reader,
  users: readonly string[],
): Promise<OpenDecision[]> {
  if (users.length === 0) return []
  const rows = await reader
    .selectFrom('cluster_decisions as decision')
    .innerJoin('cluster_decision_accounts as account', 'account.decision_id', 'decision.id')
    .select(['decision.id', 'kind', 'reason', 'decided_at', 'user_id'])
    .where('undone_at', 'is', null)
    .where('decision.id', 'in', (eb) =>
      eb
        .selectFrom('cluster_decision_accounts')
        .select('decision_id')
        .where(sql<SqlBool>`user_id = any(${sql.val(users)}::uuid[])`),
    )
    .orderBy('decision.id', 'desc')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => {
    const { id, kind, reason, decided_at: at } = own[0]!
    const about = new Set(own.map(({ user_id: user }) => user))
    return { id, kind, reason, decided_at: at.toISOString(), is_whole: true, users: about }
  })
}

/** Returns those of the decisions that are about any of the accounts, each with whether it is about all of them. */
export function decisionsOn(
  users: readonly string[],
  decisions: readonly OpenDecision[],
): ClusterDecision[] {
  return decisions
    .filter((decision) => users.some((id) => decision.users.has(id)))
    .map(({ users: about, ...decision }) => ({
      ...decision,
      is_whole: users.every((id) => about.has(id)),
    }))
}

/** Tells whether one of these decisions is about all accounts of their cluster. */
export const isDecided = (decisions: readonly ClusterDecision[]): boolean =>
  decisions.some(({ is_whole: isWhole }) => isWhole)

/** Returns the decisions about an account, for its owner: their reasons may speak of others. */
export async function decisionsOf(
  { kysely }: Db,
  userId: string,
): Promise<{ kind: 'limited' | 'fine'; decided_at: string; undone_at: string | null }[]> {
  const rows = await kysely
    .selectFrom('cluster_decisions as decision')
    .innerJoin('cluster_decision_accounts as account', 'account.decision_id', 'decision.id')
    .select(['kind', 'decided_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('decision.id')
    .execute()
  return rows.map(({ kind, decided_at: at, undone_at: undone }) => ({
    kind,
    decided_at: at.toISOString(),
    undone_at: undone?.toISOString() ?? null,
  }))
}

/**
 * Removes a deleted account from the decisions, with their reasons, which may speak of it, and those that are about nobody any
 * more. Safe to repeat.
 */
export async function forgetDecisions(db: Db, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    const rows = await tx
      .deleteFrom('cluster_decision_accounts')
      .where('user_id', '=', userId)
      .returning('decision_id')
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ decision_id: id }) => id)
    // Also a lock: of two that remove the last accounts at once, the second sees that nobody is left.
    await tx.updateTable('cluster_decisions').set({ reason: '' }).where('id', 'in', ids).execute()
    await tx
      .deleteFrom('cluster_decisions as decision')
      .where('decision.id', 'in', ids)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('cluster_decision_accounts as account')
              .select('account.user_id')
              .whereRef('account.decision_id', '=', 'decision.id'),
          ),
        ),
      )
      .execute()
  })
}
