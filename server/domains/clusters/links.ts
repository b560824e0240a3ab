import { sql } from 'kysely'
import type { LinkKind } from '#contract/admin-clusters.ts'
import { devices } from '#server/domains/accounts/index.ts'
import { paymentCharges } from '#server/domains/billing/index.ts'
import { LINKS_DAYS } from './addresses.ts'

/** Values that accounts were seen with in the last 90 days: one row for each account and value. */
export const seenWith = sql<{
  user_id: string
  kind: LinkKind
  value: Buffer
  seen_at: Date
}>`(
  select user_id, 'device' as kind, token_hash as value, last_used_at as seen_at from ${devices} device
    where last_used_at > now() - make_interval(days => ${LINKS_DAYS})
  union all
  select user_id, 'address', address_hash, last_seen_at from account_addresses
    where last_seen_at > now() - make_interval(days => ${LINKS_DAYS})
  union all
  select user_id, 'card', card_hash, charged_at from ${paymentCharges} charge where card_hash is not null
)`
