import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/db/index.ts'
import { hashSecret } from '../secrets.ts'
import { toBase32 } from './totp.ts'

const COUNT = 10
/** 80 bits: what is stored of a code cannot be tried out. */
const BYTES = 10
const GROUP = /.{4}/g

/** Replaces the recovery codes of a person. @returns the new ones, which are stored nowhere */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => toBase32(randomBytes(BYTES)))
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code) })))
    .execute()
  return codes.map((code) => (code.match(GROUP) ?? []).join('-'))
}

/** The recovery codes that come with a first factor; null where there are some already. */
export async function firstRecoveryCodes(tx: Tx, userId: string): Promise<string[] | null> {
  const known = await tx
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return known ? null : replaceRecoveryCodes(tx, userId)
}

/** Uses a recovery code up. @param code without hyphens @returns false for one that is none, or was used */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashSecret(code.toUpperCase()))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
