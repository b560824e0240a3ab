import { sql } from 'kysely'
import type { SecondFactorState } from '#contract/second-factor.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'

export async function readSecondFactor(reader: Reader, userId: string): Promise<SecondFactorState> {
  const { rows } = await sql<{ since: Date | null; passkeys: number; left: number }>`
    select
      (select confirmed_at from second_factors where user_id = ${userId}) as since,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId}) as left`.execute(reader)
  const { since, passkeys, left } = rows[0]!
  return { since: since?.toISOString() ?? null, passkeys, recovery_codes_left: left }
}

/** Whether a login of this person asks for more than the password. */
export async function hasSecondFactor(reader: Reader, userId: string): Promise<boolean> {
  const { since, passkeys } = await readSecondFactor(reader, userId)
  return since !== null || passkeys > 0
}

/** Whether a session began by showing a second factor of those that its person has now. */
export async function hasPassedFactor(reader: Reader, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sessions session
    where token_hash = ${tokenHash} and created_at > (
      select min(since) from (
        select confirmed_at as since from second_factors where user_id = session.user_id
        union all select created_at from passkeys where user_id = session.user_id) factors)`.execute(
    reader,
  )
  return rows.length > 0
}

/** Recovery codes go with the last factor that they stand in for. */
export async function dropIdleRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Removes a person's second factors, set up or only begun, with all that hangs on them. @returns whether there was one */
export async function dropSecondFactors(tx: Tx, userId: string): Promise<boolean> {
  const had = await hasSecondFactor(tx, userId)
  for (const table of [
    'second_factors',
    'passkeys',
    'passkey_set_ups',
    'recovery_codes',
    'login_challenges',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  return had
}
