import type { EntryKind, LotKind } from '#contract/credits.ts'

export const entryLabels: Record<EntryKind, string> = {
  grant: 'Added',
  hold: 'Reserved',
  capture: 'Used',
  release: 'Given back',
  refund: 'Refunded',
  expire: 'Expired',
  revoke: 'Taken back',
  adjust: 'Corrected',
}

export const lotLabels: Record<LotKind, string> = {
  plan: 'From your plan',
  pack: 'From a pack',
  free: 'Free this month',
  bonus: 'Login bonus',
  grant: 'Given to you',
}
