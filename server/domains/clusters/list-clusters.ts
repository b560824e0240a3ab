import { type SqlBool, sql } from 'kysely'
import type { Cluster, Crowd } from '#contract/admin-clusters.ts'
import { CROWD } from '#contract/values/admin-clusters.ts'
import { people } from '#server/domains/accounts/index.ts'
import { payments } from '#server/domains/billing/index.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { decisionsOn, isDecided, openDecisions } from './decisions.ts'
import { seenWith } from './links.ts'
import { MOST_CLUSTERS, readClusters, type SharedBy } from './read-clusters.ts'

/** Crowds that are shown, and accounts of each. */
const MOST_CROWDS = 20
const NEWEST = 5

/** In SQL: who paid for the first time in the last 24 hours, as `lately`. */
const LATELY = sql`lately as (
  select distinct p.user_id from ${payments} p
  where p.status = 'paid' and p.amount > 0 and p.paid_at > money_now() - interval '1 day' and not exists (
    select from ${payments} q where q.user_id = p.user_id and q.status = 'paid' and q.amount > 0
      and q.paid_at <= money_now() - interval '1 day'))`

interface CrowdRow extends Omit<SharedBy, 'users' | 'value'> {
  accounts: number
  opened_lately: number
  bought_lately: number
  /** The newest first. */
  users: string[]
}

/** Finds the values that very many accounts share: those of which most were opened lately come first. */
async function findCrowds(reader: Reader): Promise<CrowdRow[]> {
  const { rows } = await sql<CrowdRow>`
    with ${LATELY}
    select kind, max(seen_at) as seen_at, count(*)::integer as accounts, count(bought)::integer as bought_lately,
      count(*) filter (where created_at > now() - interval '1 day')::integer as opened_lately,
      (array_agg(user_id order by created_at desc))[1:${sql.lit(NEWEST)}] as users
    from (
      select seen.kind, seen.value, seen.user_id, max(seen.seen_at) as seen_at, person.created_at,
        lately.user_id as bought
      from ${seenWith} seen join ${people} person on person.id = seen.user_id and person.closing_at is null
        left join lately on lately.user_id = seen.user_id
      group by seen.kind, seen.value, seen.user_id, person.created_at, lately.user_id
    ) one
    group by kind, value having count(*) > ${CROWD}
    order by greatest(count(bought), count(*) filter (where created_at > now() - interval '1 day')) desc, max(seen_at) desc limit ${MOST_CROWDS}`.execute(
    reader,
  )
  return rows
}

async function readAccounts(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Cluster['accounts'][number]>()
  const rows = await reader
    .selectFrom(people.as('person'))
    .select(['id', 'email', 'banned_at', 'limited_at', 'created_at'])
    .where(sql<SqlBool>`id = any(${sql.val(ids)}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        email: row.email,
        banned: row.banned_at !== null,
        limited: row.limited_at !== null,
        created_at: row.created_at.toISOString(),
      },
    ]),
  )
}

/** Finds which of these people paid for the first time in the last 24 hours. */
async function readFirstBuyers(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    with ${LATELY} select user_id from lately where user_id = any(${sql.val(ids)}::uuid[])`.execute(
    reader,
  )
  return new Set(rows.map(({ user_id: id }) => id))
}

/**
 * Accounts that belong together by what they share, and what very many share, for people to judge: the latest first, and after
 * them clusters that somebody has decided about.
 */
export async function listClusters({
  kysely,
}: Db): Promise<{ results: Cluster[]; crowds: Crowd[] }> {
  const found = await readClusters(kysely)
  const open = await openDecisions(
    kysely,
    found.flatMap(({ users }) => users),
  )
  const judged = found.map((cluster) => ({
    ...cluster,
    decisions: decisionsOn(cluster.users, open),
  }))
  const clusters = [
    ...judged.filter(({ decisions }) => !isDecided(decisions)).slice(0, MOST_CLUSTERS),
    ...judged.filter(({ decisions }) => isDecided(decisions)).slice(0, MOST_CLUSTERS),
  ]
  const crowds = await findCrowds(kysely)
  const known = await readAccounts(
    kysely,
    [...clusters, ...crowds].flatMap(({ users }) => users),
  )
  const members = clusters.flatMap(({ users }) => users)
  const buyers = await readFirstBuyers(kysely, members)
  const accountsOf = (users: readonly string[]) => users.flatMap((id) => known.get(id) ?? [])
  return {
    results: clusters.map(({ users, links, decisions, canDecide }) => ({
      accounts: accountsOf(users),
      links: links.map(({ kind, seen_at: at, users: own }) => ({
        kind,
        accounts: own.length,
        last_seen_at: at.toISOString(),
      })),
      bought_lately: users.filter((id) => buyers.has(id)).length,
      last_seen_at: links[0]!.seen_at.toISOString(),
      can_decide: canDecide,
      decisions,
    })),
    crowds: crowds.map(({ seen_at: at, users, ...crowd }) => ({
      ...crowd,
      last_seen_at: at.toISOString(),
      newest: accountsOf(users),
    })),
  }
}
