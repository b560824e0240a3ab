import { sql } from 'kysely'
import type { SecondFactorState } from '#contract/second-factor.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { type AppError, notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { seal } from '#server/platform/seal.ts'
import { isId } from '#server/platform/storable-text.ts'
import { confirmIdentity, type Proof, wrongPassword } from '../confirm-identity.ts'
import { countCode } from '../limits.ts'
import { type SecondFactorNews, secondFactorMail } from '../mails.ts'
import { siteOfUser } from '../site.ts'
import { findUserById, lockUser, type UserRow } from '../store.ts'
import type { AccountsContext } from '../types.ts'
import {
  noteWrongCode,
  passSecondFactor,
  plainCode,
  SEAL_PURPOSE,
  secretOf,
  wrongCode,
} from './pass-second-factor.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { createTotpSecret, matchingStep, toBase32, totpUri } from './totp.ts'

const isOn = (): AppError => userError('conflict', 'An authenticator app is set up already.')
const isOff = (): AppError => userError('conflict', 'No authenticator app is set up.')

export async function readSecondFactor(reader: Reader, userId: string): Promise<SecondFactorState> {
  const row = await reader
    .selectFrom('second_factors as factor')
    .select('factor.confirmed_at')
    .select(
      sql<string>`(select count(*) from recovery_codes c where c.user_id = factor.user_id)`.as(
        'left',
      ),
    )
    .where('factor.user_id', '=', userId)
    .where('factor.confirmed_at', 'is not', null)
    .executeTakeFirst()
  return {
    since: row?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: Number(row?.left ?? 0),
  }
}

/** Whether a login of this person asks for a code. */
export const hasSecondFactor = async (reader: Reader, userId: string): Promise<boolean> =>
  (await readSecondFactor(reader, userId)).since !== null

async function owner({ kysely }: Db, { userId }: Caller): Promise<UserRow> {
  const user = await findUserById(kysely, userId)
  if (!user) throw notFound()
  return user
}

async function tell(
  context: AccountsContext,
  tx: Tx,
  user: UserRow,
  news: SecondFactorNews,
): Promise<void> {
  await context.mailer.send(
    tx,
    secondFactorMail(siteOfUser(user, context.config), user.email, news),
  )
}

/**
 * Begins to set an app up; what was begun before is dropped.
 * @throws {AppError} `conflict` where there is one; as `confirmIdentity`
 */
export async function beginSecondFactor(
  context: AccountsContext,
  proof: Proof,
): Promise<{ secret: string; uri: string }> {
  const user = await owner(context.db, proof.caller)
  await confirmIdentity(context, user, proof)
  const secret = createTotpSecret()
  const sealed = seal(
    context.secret,
    { purpose: SEAL_PURPOSE, owner: user.id },
    secret.toString('base64'),
  )
  const row = await context.db.kysely
    .insertInto('second_factors')
    .values({ user_id: user.id, secret: sealed, confirmed_at: null, last_step: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw isOn()
  const { name: issuer } = siteOfUser(user, context.config)
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer, email: user.email }) }
}

/**
 * Switches it on with the first code of the app.
 * @returns the recovery codes
 * @throws {AppError} `conflict` where nothing was begun, `invalid` for the code, `throttled`
 */
export async function confirmSecondFactor(
  context: AccountsContext,
  { caller, code }: { caller: Caller; code: string },
): Promise<string[]> {
  const attempt = await countCode(context, caller.userId)
  const codes = await transact(context.db, async (tx) => {
    const user = await lockUser(tx, caller.userId)
    const begun = await tx
      .selectFrom('second_factors')
      .select(['user_id', 'secret', 'confirmed_at'])
      .where('user_id', '=', caller.userId)
      // Beginning anew meanwhile would write another secret under it.
      .forUpdate()
      .executeTakeFirst()
    if (!user || !begun) throw isOff()
    if (begun.confirmed_at !== null) throw isOn()
    const secret = secretOf(context, begun)
    const step = secret && matchingStep(secret, plainCode(code), Date.now())
    if (step === null) throw wrongCode()
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: sql<Date>`now()`, last_step: String(step) })
      .where('user_id', '=', user.id)
      .execute()
    await tell(context, tx, user, 'on')
    return replaceRecoveryCodes(tx, user.id)
  })
  await attempt.discount()
  return codes
}

/** Runs an act that takes the password and a code; the person's row is locked meanwhile. */
async function withBoth<T>(
  context: AccountsContext,
  { code, ...proof }: Proof & { code: string },
  act: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const seen = await owner(context.db, proof.caller)
  if (!(await hasSecondFactor(context.db.kysely, seen.id))) throw isOff()
  await confirmIdentity(context, seen, proof)
  const attempt = await countCode(context, seen.id)
  const done = await transact(context.db, async (tx) => {
    const user = await lockUser(tx, seen.id)
    if (user?.password_hash !== seen.password_hash) throw wrongPassword()
    if (!(await hasSecondFactor(tx, user.id))) throw isOff()
    await passSecondFactor(context, tx, user.id, code)
    return act(tx, user)
  }).catch(noteWrongCode(context, { ip: proof.ip, userId: seen.id }))
  await attempt.discount()
  return done
}

/**
 * Replaces the recovery codes. @returns the new ones
 * @throws {AppError} `conflict` where there is no second factor, `invalid` for password or code; as `confirmIdentity`
 */
export const renewRecoveryCodes = (
  context: AccountsContext,
  proof: Proof & { code: string },
): Promise<string[]> =>
  withBoth(context, proof, async (tx, user) => {
    await tell(context, tx, user, 'codes')
    return replaceRecoveryCodes(tx, user.id)
  })

/** Removes a person's second factor, set up or only begun. @returns whether one was set up */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/**
 * Switches it off.
 * @throws {AppError} as {@link renewRecoveryCodes}
 */
export const disableSecondFactor = (
  context: AccountsContext,
  proof: Proof & { code: string },
): Promise<void> =>
  withBoth(context, proof, async (tx, user) => {
    await dropSecondFactor(tx, user.id)
    await tell(context, tx, user, 'off')
  })

/**
 * Takes it from a person who has lost the app and the codes, in the caller's transaction; they get an email.
 * @throws {AppError} `not_found`; `conflict` where there is none
 */
export async function resetSecondFactor(
  context: AccountsContext,
  tx: Tx,
  userId: string,
): Promise<void> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  if (!(await dropSecondFactor(tx, user.id))) throw isOff()
  await tell(context, tx, user, 'reset')
}
