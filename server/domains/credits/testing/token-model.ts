import type { LotKind } from '#contract/credits.ts'
import type { ReleaseCause } from '../types.ts'

/**
 * The rules once more, written to be read and not to be fast: every credit is a token of its own that carries its own
 * expiry, and time is whole hours. Shares no code with what it checks.
 */
const ORDER: LotKind[] = ['bonus', 'free', 'plan', 'grant', 'pack']
const SEVEN_DAYS = 7 * 24

interface Token {
  lot: number
  kind: LotKind
  /** Of the lot as granted. */
  original: number
  /** When it expires where it is; later than `original` after a failure of ours. */
  expires: number
  place: 'here' | 'held' | 'captured' | 'gone'
  hold: string | null
  capture: string | null
  /** Its place in the order in which the capture took. */
  captureRank: number
  heldAt: number
}

export class TokenModel {
  readonly tokens: Token[] = []
  private lots = 0
  private readonly extended = new Map<number, number>()

  get balance(): number {
    return this.tokens.filter(({ place }) => place === 'here').length
  }

  get held(): number {
    return this.tokens.filter(({ place }) => place === 'held').length
  }

  grant(kind: LotKind, amount: number, expires: number): void {
    this.lots += 1
    for (let i = 0; i < amount; i += 1) {
      this.tokens.push({
        lot: this.lots,
        kind,
        original: expires,
        expires,
        place: 'here',
        hold: null,
        capture: null,
        captureRank: 0,
        heldAt: 0,
      })
    }
  }

  /** The expiry of a lot as it is now, which decides the order. */
  private expiryOf(token: Token): number {
    return this.extended.get(token.lot) ?? token.original
  }

  private inOrder(tokens: Token[]): Token[] {
    return tokens.toSorted(
      (a, b) =>
        this.compareExpiry(a, b) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.lot - b.lot,
    )
  }

  private compareExpiry(a: Token, b: Token): number {
    const [first, second] = [this.expiryOf(a), this.expiryOf(b)]
    return first === second ? 0 : first - second
  }

  passTo(now: number): void {
    for (const token of this.tokens) {
      if (token.place === 'here' && token.expires <= now) token.place = 'gone'
    }
  }

  /** @returns whether there was enough */
  hold(id: string, amount: number, now: number): boolean {
    const free = this.inOrder(this.tokens.filter(({ place }) => place === 'here'))
    if (free.length < amount) return false
    for (const token of free.slice(0, amount)) {
      Object.assign(token, { place: 'held', hold: id, heldAt: now })
    }
    return true
  }

  /** @returns the kinds of the credits taken, in order; null when too few are left in the hold */
  capture(hold: string, id: string, amount: number): LotKind[] | null {
    const rest = this.inOrder(this.tokens.filter((t) => t.place === 'held' && t.hold === hold))
    if (rest.length < amount) return null
    const taken = rest.slice(0, amount)
    for (const [captureRank, token] of taken.entries()) {
      Object.assign(token, { place: 'captured', capture: id, captureRank })
    }
    return taken.map(({ kind }) => kind)
  }

  release(hold: string, cause: ReleaseCause, now: number): number {
    const rest = this.tokens.filter((t) => t.place === 'held' && t.hold === hold)
    for (const token of rest) this.giveBack(token, cause, now)
    return rest.length
  }

  /** From the end of the capture. @returns how many, or null when there are fewer */
  refund(capture: string, amount: number, now: number): number | null {
    const captured = this.tokens.filter((t) => t.place === 'captured' && t.capture === capture)
    if (captured.length < amount) return null
    const inOrder = captured.toSorted((a, b) => a.captureRank - b.captureRank)
    for (const token of inOrder.slice(-amount)) this.giveBack(token, 'failed', now)
    return amount
  }

  private giveBack(token: Token, cause: ReleaseCause, now: number): void {
    const tookExtraTime = token.expires > token.original && token.heldAt >= token.original
    token.place = 'here'
    if (token.original > now) return
    if (tookExtraTime && token.expires > now) return
    const late = token.original + SEVEN_DAYS
    if (cause !== 'failed' || late <= now) {
      token.place = 'gone'
      return
    }
    token.expires = late
    this.extended.set(token.lot, late)
  }

  /** The operator takes some. @returns whether there was enough */
  take(amount: number): boolean {
    const free = this.inOrder(this.tokens.filter(({ place }) => place === 'here'))
    if (free.length < amount) return false
    for (const token of free.slice(0, amount)) token.place = 'gone'
    return true
  }
}
