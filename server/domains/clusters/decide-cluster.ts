import { sql } from 'kysely'
import type { ClusterDecision } from '#contract/admin-clusters.ts'
import { lockUsers, people } from '#server/domains/accounts/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { type DecisionDeps, decisionsOn, isDecided, openDecisions } from './decisions.ts'
import { areCluster } from './read-clusters.ts'
import { t } from '#server/texts/index.ts'

interface Decision {
  actorId: string
  /** All accounts of the cluster, as the administrator saw it. */
  users: readonly string[]
  kind: ClusterDecision['kind']
  reason: string
}

/** One decision after the other: two at once would each see a cluster about which nothing is decided. */
export const lockDecisions = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('cluster-decisions', 0))`.execute(tx)

/**
 * Locks the accounts, so that none is deleted, limited or banned before the decision is written down.
 * @throws {AppError} `conflict` where these accounts are no cluster now, or somebody has decided already
 */
async function requireUndecided(
  tx: Tx,
  users: ReadonlySet<string>,
  kind: Decision['kind'],
): Promise<void> {
  const known = [...users]
  const present = await lockUsers(tx, known, kind === 'limited' ? 'update' : 'key share')
  if (present.length < users.size || !(await areCluster(tx, users))) {
    throw userError('conflict', t('console.accountsChanged'))
  }
  if (isDecided(decisionsOn(known, await openDecisions(tx, known)))) {
    throw userError('conflict', t('console.alreadyDecided'))
  }
}

/** Finds those of the accounts that can be limited: no staff, and nobody limited or banned already. */
async function findUnlimited(tx: Tx, users: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom(people.as('person'))
    .select('id')
    .where('id', 'in', users)
    .where('closing_at', 'is', null)
    .where('banned_at', 'is', null)
    .where('limited_at', 'is', null)
    .where('is_staff', '=', false)
    .where('is_admin', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Limits the accounts, each with its mail. @returns the limit of each that was limited */
async function limitAll(
  { accounts }: DecisionDeps,
  tx: Tx,
  { users, reason }: Pick<Decision, 'users' | 'reason'>,
): Promise<Map<string, string>> {
  const userIds = await findUnlimited(tx, users)
  if (userIds.length === 0) {
    throw userError('conflict', t('console.noneCanBeLimited'))
  }
  const limits = await accounts.limit(tx, { userIds, reason })
  return new Map(limits.map(({ limit, limitId }) => [limit.user, limitId]))
}

/**
 * Limits all accounts of a cluster that can be, or marks the cluster as fine, and writes down who did, for each account. It holds
 * for exactly these accounts: with another one the cluster is undecided again.
 * @throws {AppError} `conflict` where these accounts are no cluster now, where it is decided already, or nobody can be limited
 */
export async function decideCluster(
  deps: DecisionDeps,
  { actorId, users, kind, reason }: Decision,
): Promise<ClusterDecision> {
  return transact(deps.db, async (tx) => {
    await lockDecisions(tx)
    const about = new Set(users)
    await requireUndecided(tx, about, kind)
    const limits =
      kind === 'limited'
        ? await limitAll(deps, tx, { users: [...about], reason })
        : new Map<string, string>()
    const { id, decided_at: at } = await tx
      .insertInto('cluster_decisions')
      .values({ kind, reason })
      .returning(['id', 'decided_at'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('cluster_decision_accounts')
      .values(
        [...about].map((user) => ({
          decision_id: id,
          user_id: user,
          limit_id: limits.get(user) ?? null,
        })),
      )
      .execute()
    for (const userId of kind === 'limited' ? limits.keys() : about) {
      await deps.audit(tx, {
        actorId,
        userId,
        action: kind === 'limited' ? 'person_limited' : 'person_marked_fine',
        subject: limits.get(userId) ?? id,
        reason,
        decision: id,
      })
    }
    return { id, kind, reason, decided_at: at.toISOString(), is_whole: true }
  })
}
