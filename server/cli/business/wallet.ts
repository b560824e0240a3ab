import type { EntryKind, LotKind } from '#contract/credits.ts'

/** A row of `credit_lots` while it is simulated. */
interface Lot {
  id: string
  user_id: string
  kind: LotKind
  granted: number
  remaining: number
  captured: number
  expired: number
  revoked: number
  expires_at: Date | null
  payment: string | null
  created_at: Date
}

interface Part {
  lot: string
  kind: LotKind
  amount: number
}

interface Entry {
  user_id: string
  kind: EntryKind
  external_id: string
  amount: number
  captured: number
  balance_after: number
  lots: Part[]
  hold_id: string | null
  job_id: string | null
  image_id: string | null
  payment: string | null
  text: string
  created_at: Date
}

interface Hold {
  id: string
  user_id: string
  external_id: string
  job_id: string
  amount: number
  captured: number
  released: number
  created_at: Date
  closed_at: Date
  parts: (Part & { captured: number; released: number })[]
}

type EntryNotes = Pick<Entry, 'external_id' | 'text'> &
  Partial<Pick<Entry, 'hold_id' | 'job_id' | 'image_id' | 'payment'>>

const LOT_ORDER: readonly LotKind[] = ['bonus', 'free', 'plan', 'grant', 'pack']
const NEVER = Number.POSITIVE_INFINITY

const expiryOf = ({ expires_at: at }: Lot): number => at?.getTime() ?? NEVER

/** The credits of one person, moved by the rules of the product: every line keeps lots, holds and balance equal. */
export class Wallet {
  readonly userId: string
  readonly lots: Lot[] = []
  readonly entries: Entry[] = []
  readonly holds: Hold[] = []
  balance = 0
  /** Of the last line: no line is dated before another one. */
  at: Date
  private readonly newId: (at: Date) => string

  constructor(userId: string, at: Date, newId: (at: Date) => string) {
    this.userId = userId
    this.at = at
    this.newId = newId
  }

  private post(
    kind: EntryKind,
    change: { amount: number; captured?: number; parts: Part[]; at: Date },
    notes: EntryNotes,
  ): void {
    this.at = change.at > this.at ? change.at : this.at
    this.balance += change.amount
    this.entries.push({
      user_id: this.userId,
      kind,
      amount: change.amount,
      captured: change.captured ?? 0,
      balance_after: this.balance,
      lots: change.parts,
      hold_id: null,
      job_id: null,
      image_id: null,
      payment: null,
      created_at: this.at,
      ...notes,
    })
  }

  grant(
    lot: Pick<Lot, 'kind' | 'granted' | 'expires_at' | 'payment'>,
    at: Date,
    notes: EntryNotes,
  ): void {
    this.expireUntil(at)
    const { kind, granted } = lot
    const row: Lot = {
      ...lot,
      id: this.newId(at),
      user_id: this.userId,
      remaining: granted,
      captured: 0,
      expired: 0,
      revoked: 0,
      created_at: at,
    }
    this.lots.push(row)
    const parts = [{ lot: row.id, kind, amount: granted }]
    this.post('grant', { amount: granted, parts, at }, { payment: lot.payment, ...notes })
  }

  /** Writes what has expired until then, each at its time. */
  expireUntil(at: Date): void {
    const due = this.lots
      .filter((lot) => lot.remaining > 0 && expiryOf(lot) <= at.getTime())
      .toSorted((a, b) => expiryOf(a) - expiryOf(b))
    for (const lot of due) {
      const amount = lot.remaining
      lot.remaining = 0
      lot.expired += amount
      const parts = [{ lot: lot.id, kind: lot.kind, amount }]
      const notes = { external_id: `expire:${lot.id}`, text: `Unspent: ${amount} credits` }
      this.post('expire', { amount: -amount, parts, at: lot.expires_at! }, notes)
    }
  }

  /** When the next credits expire, as a number. */
  get nextExpiry(): number {
    return Math.min(NEVER, ...this.lots.filter(({ remaining }) => remaining > 0).map(expiryOf))
  }

  /** Takes back what is left of a payment's lots. */
  revoke(payment: string, at: Date): void {
    this.expireUntil(at)
    for (const lot of this.lots.filter((row) => row.payment === payment && row.remaining > 0)) {
      const amount = lot.remaining
      lot.remaining = 0
      lot.revoked += amount
      const parts = [{ lot: lot.id, kind: lot.kind, amount }]
      const text = `The payment of ${amount} credits was refunded`
      this.post(
        'revoke',
        { amount: -amount, parts, at },
        { external_id: `refund:${lot.id}`, text, payment },
      )
    }
  }

  /** Holds credits for a job, spends those of what was delivered, and gives the rest back. */
  spend(
    job: { id: string; price: number; images: number; delivered: string[]; what: string },
    times: { ordered: Date; ended: Date },
  ): string {
    this.expireUntil(times.ordered)
    const amount = job.price * job.images
    const parts = this.take(amount)
    const id = this.newId(times.ordered)
    const notes = { hold_id: id, job_id: job.id }
    this.post(
      'hold',
      { amount: -amount, parts, at: times.ordered },
      { ...notes, external_id: `job:${job.id}`, text: job.what },
    )
    const closed = parts.map((part) => ({ ...part, captured: 0, released: 0 }))
    for (const image of job.delivered) {
      const used = this.use(closed, job.price)
      this.post(
        'capture',
        { amount: 0, captured: job.price, parts: used, at: times.ended },
        { ...notes, image_id: image, external_id: `image:${image}`, text: job.what },
      )
    }
    const rest = amount - job.price * job.delivered.length
    if (rest > 0) {
      const back = this.giveBack(closed)
      this.post(
        'release',
        { amount: rest, parts: back, at: times.ended },
        { ...notes, external_id: `job:${job.id}`, text: `Not delivered: ${job.what}` },
      )
    }
    this.holds.push({
      id,
      user_id: this.userId,
      external_id: `job:${job.id}`,
      job_id: job.id,
      amount,
      captured: amount - rest,
      released: rest,
      created_at: times.ordered,
      closed_at: this.at,
      parts: closed,
    })
    return id
  }

  /** Takes credits out of the lots that expire first. */
  private take(amount: number): Part[] {
    const parts: Part[] = []
    let missing = amount
    const lots = this.lots
      .filter(({ remaining }) => remaining > 0)
      .toSorted(
        (a, b) =>
          Math.sign(expiryOf(a) - expiryOf(b)) ||
          LOT_ORDER.indexOf(a.kind) - LOT_ORDER.indexOf(b.kind),
      )
    for (const lot of lots) {
      if (missing === 0) break
      const taken = Math.min(missing, lot.remaining)
      lot.remaining -= taken
      missing -= taken
      parts.push({ lot: lot.id, kind: lot.kind, amount: taken })
    }
    if (missing > 0) throw new Error(`${missing} credits are missing`)
    return parts
  }

  private use(held: Hold['parts'], price: number): Part[] {
    const used: Part[] = []
    let missing = price
    for (const part of held) {
      const amount = Math.min(missing, part.amount - part.captured)
      if (amount === 0) continue
      part.captured += amount
      missing -= amount
      this.lotOf(part).captured += amount
      used.push({ lot: part.lot, kind: part.kind, amount })
    }
    return used
  }

  private giveBack(held: Hold['parts']): Part[] {
    const back: Part[] = []
    for (const part of held) {
      const amount = part.amount - part.captured
      if (amount === 0) continue
      part.released = amount
      this.lotOf(part).remaining += amount
      back.push({ lot: part.lot, kind: part.kind, amount })
    }
    return back
  }

  private lotOf({ lot }: Part): Lot {
    return this.lots.find(({ id }) => id === lot)!
  }
}
