import { createHmac } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { publicNetworkOf } from '#server/platform/public-network.ts'

/** Days that an address is known after it was last seen with an account. */
export const LINKS_DAYS = 90

/** Stands for a network address: the whole of IPv4, the /64 of IPv6. Null for addresses that are not public. */
function hashAddress(ip: string, secret: Buffer): Buffer | null {
  const network = publicNetworkOf(ip)
  return network === null ? null : createHmac('sha256', secret).update(network).digest()
}

/** Notes that an account was seen at a network address; at one that is not public nothing. */
export async function noteAddress(
  reader: Reader,
  { userId, ip, secret }: { userId: string; ip: string; secret: Buffer },
): Promise<void> {
  const hash = hashAddress(ip, secret)
  if (hash === null) return
  await reader
    .insertInto('account_addresses')
    .values({ user_id: userId, address_hash: hash })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_seen_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Forgets addresses that were not seen for a while. */
export async function forgetOldAddresses({ kysely }: Db): Promise<void> {
  await kysely
    .deleteFrom('account_addresses')
    .where(sql<SqlBool>`last_seen_at < now() - make_interval(days => ${LINKS_DAYS})`)
    .execute()
}

/** When an account was seen at how many addresses, for its owner. */
export async function addressesOf(
  { kysely }: Db,
  userId: string,
): Promise<{ first_seen_at: string; last_seen_at: string }[]> {
  const rows = await kysely
    .selectFrom('account_addresses')
    .select(['first_seen_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('first_seen_at')
    .execute()
  return rows.map((row) => ({
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }))
}

/** Removes the addresses of a deleted account. Safe to repeat. */
export async function forgetAddresses({ kysely }: Db, userId: string): Promise<void> {
  await kysely.deleteFrom('account_addresses').where('user_id', '=', userId).execute()
}
