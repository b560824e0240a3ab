import type { LinkKind, PersonRisk } from '#contract/admin-clusters.ts'
import type { AdminPayment } from '#contract/admin-payment.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'

/** Names of the traits. */
export const LINK_NAMES: Record<LinkKind, string> = {
  device: 'browser',
  address: 'network address',
  card: 'card',
}

/** Trait that accounts share, and when it was last seen with one of them. */
export const linkText = ({ kind, accounts, last_seen_at: at }: PersonRisk['crowds'][number]) =>
  `Same ${LINK_NAMES[kind]}, ${formatNumber(accounts)} accounts, last seen ${formatTime(at)}`

/** How the provider rated a payment: `elevated (65)`. */
export const riskText = (risk: AdminPayment['risk']): string => {
  if (risk === null) return ''
  return risk.score === null ? risk.level : `${risk.level} (${formatNumber(risk.score)})`
}
