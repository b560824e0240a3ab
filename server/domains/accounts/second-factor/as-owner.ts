import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { confirmIdentity, type Proof, wrongPassword } from '../confirm-identity.ts'
import { countProof } from '../limits.ts'
import { isFreshSession } from '../sessions.ts'
import { findUserById, lockUser, type UserRow } from '../store.ts'
import type { AccountsContext } from '../types.ts'
import { noteWrongFactor, spendAnyCode, wrongCode } from './codes.ts'
import { hasPassedFactor, hasSecondFactor } from './factors.ts'

/** {@link Proof}, with a code where there is a second factor. */
export interface OwnerProof extends Proof {
  code: string | undefined
}

/** A login of the last minutes has passed the second factor, which spares another code, unless it is older than the factor. */
async function proveFactor(
  context: AccountsContext,
  tx: Tx,
  userId: string,
  { caller, code }: OwnerProof,
): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) return
  if (code !== undefined) {
    if (!(await spendAnyCode(context, tx, userId, code))) throw wrongCode()
    return
  }
  const isProof =
    (await isFreshSession(tx, caller.tokenHash)) && (await hasPassedFactor(tx, caller.tokenHash))
  if (!isProof) throw invalidField('code', t('common.required'))
}

/**
 * Runs a change of the second factor that takes its owner; their row is locked meanwhile.
 * @throws {AppError} `invalid` for password or code; as {@link confirmIdentity}
 */
export async function asOwner<T>(
  context: AccountsContext,
  proof: OwnerProof,
  act: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const { caller, code, ip } = proof
  const seen = await findUserById(context.db.kysely, caller.userId)
  if (!seen) throw notFound()
  await confirmIdentity(context, seen, proof)
  const attempt = code === undefined ? null : await countProof(context, caller)
  const done = await transact(context.db, async (tx) => {
    const user = await lockUser(tx, seen.id)
    if (user?.password_hash !== seen.password_hash) throw wrongPassword()
    await proveFactor(context, tx, user.id, proof)
    return act(tx, user)
  }).catch(noteWrongFactor(context, { ip, userId: seen.id }))
  await attempt?.discount()
  return done
}
