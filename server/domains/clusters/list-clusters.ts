import { sql } from 'kysely'
import { type Cluster, CROWD, type Crowd, type LinkKind } from '#contract/admin-clusters.ts'
import { people } from '#server/domains/accounts/index.ts'
import { payments } from '#server/domains/billing/index.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { decisionOn, openDecisions } from './decisions.ts'
import { seenWith } from './links.ts'

/** Shared values that are looked at, the latest, and clusters that are shown. */
const MOST_LINKS = 1000
const MOST_CLUSTERS = 100
/** Crowds that are shown, and accounts of each. */
const MOST_CROWDS = 20
const NEWEST = 5

interface SharedBy {
  kind: LinkKind
  seen_at: Date
  users: string[]
}

/** In SQL: who paid for the first time in the last 24 hours, as `lately`. */
const LATELY = sql`lately as (
  select distinct p.user_id from ${payments} p
  where p.status = 'paid' and p.amount > 0 and p.paid_at > money_now() - interval '1 day' and not exists (
    select from ${payments} q where q.user_id = p.user_id and q.status = 'paid' and q.amount > 0
      and q.paid_at <= money_now() - interval '1 day'))`

/** Finds the values that few accounts share, the latest first. Accounts that were deleted share nothing any more. */
async function findLinks(reader: Reader): Promise<SharedBy[]> {
  const { rows } = await sql<SharedBy>`
    select seen.kind, max(seen.seen_at) as seen_at, array_agg(distinct seen.user_id) as users
    from ${seenWith} seen join ${people} person on person.id = seen.user_id and person.closing_at is null
    group by seen.kind, seen.value
    having count(distinct seen.user_id) between 2 and ${CROWD}
    order by max(seen.seen_at) desc limit ${MOST_LINKS}`.execute(reader)
  return rows
}

interface CrowdRow extends Omit<SharedBy, 'users'> {
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

async function readAccounts(reader: Reader, ids: string[]) {
  if (ids.length === 0) return new Map<string, Cluster['accounts'][number]>()
  const rows = await reader
    .selectFrom(people.as('person'))
    .select(['id', 'email', 'banned_at', 'limited_at', 'created_at'])
    .where('id', 'in', ids)
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

/** Reads the clusters that are shown: accounts joined by what they share, the latest first. */
export async function readClusters(
  reader: Reader,
): Promise<{ users: string[]; links: SharedBy[] }[]> {
  return joinAccounts(await findLinks(reader)).slice(0, MOST_CLUSTERS)
}

/** Accounts that belong together by what they share, the latest first, and what very many share, for people to judge. */
export async function listClusters({
  kysely,
}: Db): Promise<{ results: Cluster[]; crowds: Crowd[] }> {
  const clusters = await readClusters(kysely)
  const crowds = await findCrowds(kysely)
  const known = await readAccounts(
    kysely,
    [...clusters, ...crowds].flatMap(({ users }) => users),
  )
  const members = clusters.flatMap(({ users }) => users)
  const buyers = await readFirstBuyers(kysely, members)
  const decisions = await openDecisions(kysely, members)
  const accountsOf = (users: readonly string[]) => users.flatMap((id) => known.get(id) ?? [])
  return {
    results: clusters.map(({ users, links }) => ({
      accounts: accountsOf(users),
      links: links.map(({ kind, seen_at: at, users: own }) => ({
        kind,
        accounts: own.length,
        last_seen_at: at.toISOString(),
      })),
      bought_lately: users.filter((id) => buyers.has(id)).length,
      last_seen_at: links[0]!.seen_at.toISOString(),
      decision: decisionOn(users, decisions),
    })),
    crowds: crowds.map(({ seen_at: at, users, ...crowd }) => ({
      ...crowd,
      last_seen_at: at.toISOString(),
      newest: accountsOf(users),
    })),
  }
}
