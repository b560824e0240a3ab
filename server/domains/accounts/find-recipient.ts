import type { Reader } from '#server/platform/db/index.ts'

/** Where mails to a person go, the brand that they come from and the language that they are in. */
export interface Recipient {
  email: string
  brand: string | null
  language: string | null
}

/** Whom to write to; null for a deleted account, which has no address any more. */
export async function findRecipient(reader: Reader, userId: string): Promise<Recipient | null> {
  const user = await reader
    .selectFrom('users')
    .select(['email', 'brand', 'language'])
    .where('id', '=', userId)
    .where('closing_at', 'is', null)
    .executeTakeFirst()
  return user ?? null
}
