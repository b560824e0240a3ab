import { sql } from 'kysely'
import { type LinkKind, MOST_IN_CLUSTER } from '#contract/admin-clusters.ts'
import { CROWD } from '#contract/values/admin-clusters.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { seenWith } from './links.ts'

/** Shared values that are looked at, the latest, and clusters and decisions that are followed from them. */
const MOST_LINKS = 1000
export const MOST_CLUSTERS = 100
/** Steps from account to account, beyond the latest links. */
const MOST_STEPS = 20

/** A value that few accounts share. */
export interface SharedBy {
  kind: LinkKind
  value: Buffer
  seen_at: Date
  users: string[]
}

/** Accounts joined by what they share, with the latest link first. */
export interface AccountCluster {
  users: string[]
  links: SharedBy[]
  /** False where it has too many accounts for one decision, or not all of them were found. */
  canDecide: boolean
}

/**
 * Finds the latest values that few accounts share, without those whose accounts were decided about together: families that are
 * fine would fill the list. Accounts that were deleted share nothing any more.
 */
async function findUndecidedLinks(reader: Reader): Promise<SharedBy[]> {
  const { rows } = await sql<SharedBy>`
    select kind, value, seen_at, members as users from (
      select seen.kind, seen.value, max(seen.seen_at) as seen_at, array_agg(distinct seen.user_id) as members
      from ${seenWith} seen join ${people} person on person.id = seen.user_id and person.closing_at is null
      group by seen.kind, seen.value
      having count(distinct seen.user_id) between 2 and ${CROWD}
    ) link
    where not exists (
      select from cluster_decision_accounts account join cluster_decisions decision on decision.id = account.decision_id
      where account.user_id = any(link.members) and decision.undone_at is null
      group by account.decision_id having count(*) = cardinality(link.members))
    order by seen_at desc limit ${MOST_LINKS}`.execute(reader)
  return rows
}

/** Finds all values that few accounts share, these among them. */
async function findLinksOf(reader: Reader, users: readonly string[]): Promise<SharedBy[]> {
  if (users.length === 0) return []
  const { rows } = await sql<SharedBy>`
    select seen.kind, seen.value, max(seen.seen_at) as seen_at, array_agg(distinct seen.user_id) as users
    from (select distinct kind, value from ${seenWith} one where user_id = any(${sql.val(users)}::uuid[])) own
      join ${seenWith} seen on seen.kind = own.kind and seen.value = own.value
      join ${people} person on person.id = seen.user_id and person.closing_at is null
    group by seen.kind, seen.value
    having count(distinct seen.user_id) between 2 and ${CROWD}`.execute(reader)
  return rows
}

/** Finds the accounts of the latest decisions that hold. */
async function findDecidedUsers(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('cluster_decision_accounts')
    .select('user_id')
    .distinct()
    .where('decision_id', 'in', (eb) =>
      eb
        .selectFrom('cluster_decisions')
        .select('id')
        .where('undone_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(MOST_CLUSTERS),
    )
    .execute()
  return rows.map(({ user_id: id }) => id)
}

/** Joins accounts that share something with one another, also over others. */
export function joinAccounts<L extends { users: readonly string[] }>(
  links: readonly L[],
): { users: string[]; links: L[] }[] {
  const parent = new Map<string, string>()
  const rootOf = (user: string): string => {
    let root = user
    for (let above = parent.get(root); above !== undefined; above = parent.get(root)) root = above
    return root
  }
  for (const { users } of links) {
    const [first, ...others] = users.map(rootOf)
    for (const root of others) if (rootOf(root) !== rootOf(first!)) parent.set(root, rootOf(first!))
  }
  const byRoot = Map.groupBy(links, ({ users }) => rootOf(users[0]!))
  return [...byRoot.values()].map((own) => ({
    users: [...new Set(own.flatMap(({ users }) => users))],
    links: own,
  }))
}

/** Follows links from these accounts to others until nothing joins any more, or a cluster is too large to decide about. */
async function completeClusters(
  reader: Reader,
  seeds: readonly string[],
): Promise<AccountCluster[]> {
  const links = new Map<string, SharedBy>()
  const followed = new Set<string>()
  const joined = () =>
    joinAccounts([...links.values()].toSorted((a, b) => b.seen_at.getTime() - a.seen_at.getTime()))
  let next = [...new Set(seeds)]
  for (let step = 0; next.length > 0 && step < MOST_STEPS; step += 1) {
    for (const link of await findLinksOf(reader, next)) {
      links.set(`${link.kind} ${link.value.toString('hex')}`, link)
    }
    for (const id of next) followed.add(id)
    next = joined()
      .filter(({ users }) => users.length <= MOST_IN_CLUSTER)
      .flatMap(({ users }) => users.filter((id) => !followed.has(id)))
  }
  return joined().map((cluster) => ({
    ...cluster,
    canDecide:
      cluster.users.length <= MOST_IN_CLUSTER && cluster.users.every((id) => followed.has(id)),
  }))
}

/** Reads the latest clusters, and those of the latest decisions: each with all its accounts, the latest first. */
export async function readClusters(reader: Reader): Promise<AccountCluster[]> {
  const latest = joinAccounts(await findUndecidedLinks(reader)).slice(0, MOST_CLUSTERS)
  const decided = await findDecidedUsers(reader)
  return completeClusters(reader, [...latest.flatMap(({ users }) => users), ...decided])
}

/** Tells whether these accounts are exactly one cluster now, however old their links are. */
export async function areCluster(reader: Reader, users: ReadonlySet<string>): Promise<boolean> {
  const [cluster, ...others] = joinAccounts(await findLinksOf(reader, [...users]))
  return (
    cluster !== undefined &&
    others.length === 0 &&
    cluster.users.length === users.size &&
    cluster.users.every((id) => users.has(id))
  )
}
