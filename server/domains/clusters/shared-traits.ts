import { sql } from 'kysely'
import { devices, hashSecret, people } from '#server/domains/accounts/index.ts'
import { paymentCharges } from '#server/domains/billing/index.ts'
import { normaliseEmail } from '#server/domains/credits/index.ts'
import type { Reader } from '#server/platform/db/index.ts'

/** Trait that two accounts may have in common. */
export type Trait = 'mailbox' | 'card' | 'device' | 'address'

async function shareMailbox(reader: Reader, accounts: [string, string]): Promise<boolean> {
  const rows = await reader
    .selectFrom(people.as('person'))
    .select('email')
    .where('id', 'in', accounts)
    .execute()
  const mailboxes = new Set(rows.map(({ email }) => normaliseEmail(email)))
  return rows.length === 2 && mailboxes.size === 1
}

/**
 * Finds the traits that two accounts have in common: the mailbox, a card that paid, a browser that signed in, a network address.
 * @param device cookie of a browser that has not signed in to the second one yet
 */
export async function sharedTraits(
  reader: Reader,
  [one, other]: [string, string],
  device: string | null = null,
): Promise<Trait[]> {
  const { rows } = await sql<Record<'card' | 'device' | 'address', boolean>>`select
    exists (
      select from ${paymentCharges} a join ${paymentCharges} b on b.card_hash = a.card_hash
      where a.user_id = ${one} and b.user_id = ${other}
    ) as card,
    exists (
      select from ${devices} a join ${devices} b on b.token_hash = a.token_hash
      where a.user_id = ${one} and b.user_id = ${other}
    ) or exists (
      select from ${devices} a
      where a.user_id = ${one} and a.token_hash = ${device === null ? null : hashSecret(device)}
    ) as device,
    exists (
      select from account_addresses a join account_addresses b on b.address_hash = a.address_hash
      where a.user_id = ${one} and b.user_id = ${other}
    ) as address`.execute(reader)
  const { card, device: browser, address } = rows[0]!
  const found: [Trait, boolean][] = [
    ['mailbox', await shareMailbox(reader, [one, other])],
    ['card', card],
    ['device', browser],
    ['address', address],
  ]
  return found.filter(([, isShared]) => isShared).map(([trait]) => trait)
}
