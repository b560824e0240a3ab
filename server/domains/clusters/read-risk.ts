import { sql } from 'kysely'
import type { LinkedAccount, LinkKind, PersonRisk } from '#contract/admin-clusters.ts'
import { CROWD } from '#contract/values/admin-clusters.ts'
import { people } from '#server/domains/accounts/index.ts'
import { paymentCharges, payments } from '#server/domains/billing/index.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { seenWith } from './links.ts'

/** Accounts that are listed. */
const MOST = 100

type Counts = Pick<PersonRisk, 'payments' | 'refunds' | 'risky'> & PersonRisk['disputes']

async function countPayments(reader: Reader, userId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::integer as payments,
      count(*) filter (where payment.refunded > 0)::integer as refunds,
      count(*) filter (where charge.risk_level in ('elevated', 'highest'))::integer as risky,
      count(*) filter (where payment.dispute_status = 'open')::integer as open,
      count(*) filter (where payment.dispute_status = 'won')::integer as won,
      count(*) filter (where payment.dispute_status = 'lost')::integer as lost
    from ${payments} payment left join ${paymentCharges} charge on charge.payment_id = payment.id
    where payment.user_id = ${userId} and payment.status in ('paid', 'rejected')`.execute(reader)
  return rows[0]!
}

interface Shared {
  kind: LinkKind
  value: Buffer
  accounts: number
  seen_at: Date
}

/** Finds the values that both the person and others were seen with. */
async function findShared(reader: Reader, userId: string): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select own.kind, own.value, count(distinct other.user_id)::integer as accounts,
      max(other.seen_at) as seen_at
    from (select distinct kind, value from ${seenWith} seen where user_id = ${userId}) own
      join ${seenWith} other on other.kind = own.kind and other.value = own.value
    group by own.kind, own.value having count(distinct other.user_id) > 1
    order by max(other.seen_at) desc limit ${MOST}`.execute(reader)
  return rows
}

const present = ({ kind, accounts, seen_at: at }: Omit<Shared, 'value'>) => ({
  kind,
  accounts,
  last_seen_at: at.toISOString(),
})

interface Pair {
  user_id: string
  kind: LinkKind
  value: Buffer
  email: string
  banned_at: Date | null
  limited_at: Date | null
  created_at: Date
}

async function findOthers(reader: Reader, userId: string, shared: Shared[]): Promise<Pair[]> {
  if (shared.length === 0) return []
  const { rows } = await sql<Pair>`
    select distinct seen.user_id, seen.kind, seen.value, person.email, person.banned_at, person.limited_at,
      person.created_at
    from ${seenWith} seen join ${people} person on person.id = seen.user_id
    where seen.user_id <> ${userId} and person.closing_at is null
      and (seen.kind, seen.value) in (
        select * from unnest(${shared.map(({ kind }) => kind)}::text[], ${shared.map(({ value }) => value)}::bytea[])
      )
    order by person.created_at desc limit ${MOST}`.execute(reader)
  return rows
}

/** The others, each with all that it has in common with the person. */
function linkedOf(pairs: Pair[], shared: Shared[]): LinkedAccount[] {
  return [...Map.groupBy(pairs, ({ user_id: id }) => id)].map(([id, own]) => {
    const [first] = own
    return {
      id,
      email: first!.email,
      banned: first!.banned_at !== null,
      limited: first!.limited_at !== null,
      created_at: first!.created_at.toISOString(),
      links: own.flatMap(({ kind, value }) =>
        shared.filter((link) => link.kind === kind && link.value.equals(value)).map(present),
      ),
    }
  })
}

/**
 * How a person's payments went, and which accounts share something with them, for people to judge.
 * @throws {AppError} `not_found`
 */
export async function readRisk({ kysely }: Db, userId: string): Promise<PersonRisk> {
  const person = isId(userId)
    ? await kysely
        .selectFrom(people.as('person'))
        .select('id')
        .where('id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (!person) throw notFound()
  const { open, won, lost, ...counts } = await countPayments(kysely, userId)
  const shared = await findShared(kysely, userId)
  const close = shared.filter(({ accounts }) => accounts <= CROWD)
  return {
    ...counts,
    disputes: { open, won, lost },
    linked: linkedOf(await findOthers(kysely, userId, close), close),
    crowds: shared.filter(({ accounts }) => accounts > CROWD).map(present),
  }
}
