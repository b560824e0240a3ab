import { randomInt } from 'node:crypto'
import type { Reader } from '#server/platform/db/index.ts'

/** Without characters that are taken for one another. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 10

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A person's code, if they have one. */
export async function findCode(reader: Reader, userId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('referral_codes')
    .select('code')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.code ?? null
}

/** A person's code, which is made when it is first asked for. */
export async function ensureCode(reader: Reader, userId: string): Promise<string> {
  for (;;) {
    const known = await findCode(reader, userId)
    if (known !== null) return known
    // A conflict: it was made at this very moment, or the code is another's.
    await reader
      .insertInto('referral_codes')
      .values({ user_id: userId, code: newCode() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** User whom the code belongs to; null: nobody. */
export async function findInviter(reader: Reader, code: string): Promise<string | null> {
  const row = await reader
    .selectFrom('referral_codes')
    .select('user_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.user_id ?? null
}
