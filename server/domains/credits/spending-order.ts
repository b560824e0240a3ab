import type { LotKind } from '#contract/credits.ts'
import type { LotShare } from './types.ts'

/** Credits of one lot in one entry. */
export interface LotPart extends LotShare {
  lot: string
}

export interface SpendableLot {
  id: string
  kind: LotKind
  expiresAt: Date | null
  /** What may be taken. */
  available: number
}

/** At equal expiry the credits that cost the user least go first. */
const KIND_ORDER: LotKind[] = ['bonus', 'free', 'plan', 'grant', 'pack']

function compareLots(a: SpendableLot, b: SpendableLot): number {
  const expiryA = a.expiresAt?.getTime() ?? Infinity
  const expiryB = b.expiresAt?.getTime() ?? Infinity
  if (expiryA !== expiryB) return expiryA < expiryB ? -1 : 1
  const byKind = KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind)
  if (byKind !== 0) return byKind
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

/** Soonest expiry first, lots that never expire last. */
export function inSpendingOrder(lots: SpendableLot[]): SpendableLot[] {
  return lots.toSorted(compareLots)
}

/**
 * Takes credits in spending order.
 * @returns what each lot gives, and what was not there
 */
export function takeCredits(
  lots: SpendableLot[],
  amount: number,
): { parts: LotPart[]; missing: number } {
  const parts: LotPart[] = []
  let missing = amount
  for (const lot of inSpendingOrder(lots)) {
    const taken = Math.min(lot.available, missing)
    if (taken === 0) continue
    parts.push({ lot: lot.id, kind: lot.kind, amount: taken })
    missing -= taken
  }
  return { parts, missing }
}

/** What an entry took, without naming the lots. */
export function sharesOf(parts: LotPart[]): LotShare[] {
  return parts.map(({ kind, amount }) => ({ kind, amount }))
}

export function totalOf(parts: { amount: number }[]): number {
  return parts.reduce((sum, part) => sum + part.amount, 0)
}
