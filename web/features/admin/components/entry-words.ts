import type { CreditEntry, EntryKind } from '#contract/credits.ts'
import { formatNumber } from '#web/lib/format.ts'

/** Names of the kinds of lines, in the words that customers read. */
const KINDS: Record<EntryKind, string> = {
  grant: 'Added',
  hold: 'Reserved',
  capture: 'Used',
  release: 'Returned',
  refund: 'Refunded',
  expire: 'Expired',
  revoke: 'Revoked',
  adjust: 'Adjusted',
}

/** Says a line of a statement; one that moves no credits is a notice, which has no kind. */
export const entryText = ({ kind, text, amount, captured }: CreditEntry): string =>
  amount === 0 && captured === 0 ? text : `${KINDS[kind]}: ${text}`

/** Says how many credits a line moves; a notice moves none. */
export function entryChange({ kind, amount, captured }: CreditEntry): string {
  if (kind === 'capture') return `${formatNumber(captured)} used`
  return amount === 0 ? '' : formatNumber(amount)
}
