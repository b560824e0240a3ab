import { sql } from 'kysely'
import type { AdminReferral, ExportedReferrals, Referrals } from '#contract/referrals.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { ensureCode, findCode } from './codes.ts'
import type { ReferralContext } from './context.ts'
import type { Referral } from './decide-referrals.ts'

/** Rows of the console's list. */
const MOST = 100

/** Credits that were taken back are no longer theirs. */
const creditsOf = ({ state }: Referral, credits: number) => (state === 'taken_back' ? 0 : credits)

async function findJoined(reader: Reader, userId: string): Promise<Referral | undefined> {
  return await reader
    .selectFrom('referrals')
    .selectAll()
    .where('invited_id', '=', userId)
    .executeTakeFirst()
}

const joinedOf = (row: Referral | undefined): Referrals['joined'] =>
  row
    ? {
        state: row.state,
        due_at: row.due_at?.toISOString() ?? null,
        credits: creditsOf(row, row.invited_credits),
      }
    : null

async function countInvited(reader: Reader, userId: string) {
  const { rows } = await sql<Pick<Referrals, 'invited' | 'waiting' | 'earned' | 'counted'>>`
    select count(*)::integer as invited,
      count(*) filter (where state = 'waiting')::integer as waiting,
      coalesce(sum(inviter_credits) filter (where state <> 'taken_back'), 0)::integer as earned,
      count(*) filter (
        where state in ('granted', 'taking_back', 'taken_back') and due_at > money_now() - interval '1 year'
      )::integer as counted
    from referrals where inviter_id = ${userId}`.execute(reader)
  return rows[0]!
}

/** A person's code and link, which is made when they first look, and what came of it. */
export async function readReferrals(
  { db: { kysely }, originOf }: Pick<ReferralContext, 'db' | 'originOf'>,
  { userId, host }: { userId: string; host: string },
): Promise<Referrals> {
  const code = await ensureCode(kysely, userId)
  return {
    code,
    url: `${originOf(host)}/r/${code}`,
    ...(await countInvited(kysely, userId)),
    joined: joinedOf(await findJoined(kysely, userId)),
  }
}

async function listInvited(reader: Reader, userId: string): Promise<Referral[]> {
  return await reader
    .selectFrom('referrals')
    .selectAll()
    .where('inviter_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** A person's referrals for the copy of their data. */
export async function exportReferrals({ kysely }: Db, userId: string): Promise<ExportedReferrals> {
  return {
    code: await findCode(kysely, userId),
    joined: joinedOf(await findJoined(kysely, userId)),
    invited: (await listInvited(kysely, userId)).map((row) => ({
      state: row.state,
      credits: creditsOf(row, row.inviter_credits),
      created_at: row.created_at.toISOString(),
    })),
  }
}

/** Whom a person invited, the newest first, and by whom they were invited, for the console. @throws {AppError} `not_found` */
export async function referralsOfPerson(
  { kysely }: Db,
  userId: string,
): Promise<{
  code: string | null
  invited_by: AdminReferral | null
  invited: AdminReferral[]
}> {
  if (!isId(userId)) throw notFound()
  const person = await kysely
    .selectFrom(people.as('person'))
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) throw notFound()
  const rows = await kysely
    .selectFrom('referrals as referral')
    .leftJoin(people.as('inviter'), 'inviter.id', 'referral.inviter_id')
    .leftJoin(people.as('invited'), 'invited.id', 'referral.invited_id')
    .selectAll('referral')
    .select([
      sql<string>`case when inviter.closing_at is null then inviter.email else '' end`.as('by'),
      sql<string>`case when invited.closing_at is null then invited.email else '' end`.as('whom'),
    ])
    .where((eb) =>
      eb.or([eb('referral.inviter_id', '=', userId), eb('referral.invited_id', '=', userId)]),
    )
    .orderBy('referral.id', 'desc')
    .limit(MOST)
    .execute()
  const shown = rows.map((row): AdminReferral & { isInvited: boolean } => {
    const isInvited = row.invited_id === userId
    return {
      isInvited,
      id: row.id,
      user: isInvited ? row.inviter_id : row.invited_id,
      email: isInvited ? row.by : row.whom,
      state: row.state,
      reason: row.reason,
      credits: creditsOf(row, isInvited ? row.invited_credits : row.inviter_credits),
      created_at: row.created_at.toISOString(),
      due_at: row.due_at?.toISOString() ?? null,
    }
  })
  const present = ({ isInvited: _isInvited, ...row }: (typeof shown)[number]): AdminReferral => row
  const by = shown.find(({ isInvited }) => isInvited)
  return {
    code: await findCode(kysely, userId),
    invited_by: by ? present(by) : null,
    invited: shown.filter(({ isInvited }) => !isInvited).map(present),
  }
}
