import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { asOwner, type OwnerProof } from './as-owner.ts'
import { dropIdleRecoveryCodes } from './factors.ts'
import { tellOwner } from './tell-owner.ts'
import type { AccountsContext } from '../types.ts'

/** Removes a passkey of the caller, who gets an email. @throws {AppError} `not_found`; as {@link asOwner} */
export const removePasskey = (
  context: AccountsContext,
  { id, ...proof }: OwnerProof & { id: string },
): Promise<void> =>
  asOwner(context, proof, async (tx, user) => {
    if (!isId(id)) throw notFound()
    const row = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw notFound()
    await dropIdleRecoveryCodes(tx, user.id)
    await tellOwner(context, tx, user, 'passkeyRemoved')
  })
