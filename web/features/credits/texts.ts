import type { EntryKind, LotKind } from '#contract/credits.ts'

export const entryLabels: Record<EntryKind, string> = {
  grant: 'Added',
  hold: 'Reserved',
  capture: 'Used',
  release: 'Returned',
  refund: 'Refunded',
  expire: 'Expired',
  revoke: 'Revoked',
  adjust: 'Adjusted',
}

export const lotLabels: Record<LotKind, string> = {
  plan: 'From your plan',
  pack: 'From credit packs',
  free: 'Free this month',
  bonus: 'Daily bonus',
  grant: 'Gift',
}
