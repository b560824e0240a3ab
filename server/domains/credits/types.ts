import type { LotKind, StatementQuery, UnsaidStatement } from '#contract/credits.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Route } from '#server/platform/route.ts'
import type { Said } from '#server/texts/index.ts'

/** An open transaction, or the database: then what fell due is first written in a short transaction of its own. */
export type CreditReader = Db | Tx

/** Spendable now, and reserved by open holds. */
export interface Balance {
  balance: number
  held: number
}

/** Credits of one kind of lot. */
export interface LotShare {
  kind: LotKind
  amount: number
}

export interface GrantInput {
  userId: string
  kind: LotKind
  /** Whole credits, above zero. */
  amount: number
  /** null: never. */
  expiresAt: Date | null
  /** One of `grantKeys`; a second grant with the same key changes nothing. */
  externalId: string
  /** The payment (invoice, checkout session) that a later refund names. */
  payment?: string
  text: Said
  /** When it was paid for, where that is heard of late; default now. */
  at?: Date
}

export interface HoldInput {
  userId: string
  amount: number
  externalId: string
  jobId: string | null
  text: Said
}

export interface HoldResult {
  holdId: string
  /** Which credits are held, soonest expiring first. */
  lots: LotShare[]
}

/** An account that is locked and brought up to now, with its lots read. */
export interface HoldOpening {
  /** What was read in the same round trip, behind the lock, may be from before it: to be read again. */
  outdated: boolean
  /**
   * Makes one hold, under a key that none was made under before. It is sent and not waited for.
   * @throws {AppError} `not_enough_credits` with `extra.missing`
   */
  hold(input: Omit<HoldInput, 'userId'>): HoldResult
}

export interface CaptureInput {
  /** Whose hold it is. */
  userId: string
  holdId: string
  amount: number
  /** Unique a user; for a picture: job and image index. */
  externalId: string
  jobId: string | null
  imageId: string | null
  text: Said
}

export interface CaptureResult {
  /** `already`: this key was captured before; nothing changed. */
  state: 'captured' | 'already'
  /** Which credits were taken, soonest expiring first. */
  lots: LotShare[]
}

/**
 * Why held credits come back. It matters when their lot has expired meanwhile: after `failed` they live until
 * seven days past the lot's original expiry, after any other they expire at once.
 */
export type ReleaseCause = 'cancelled' | 'blocked' | 'failed' | 'unused'

export interface ReleaseInput {
  /** Whose hold it is. */
  userId: string
  holdId: string
  cause: ReleaseCause
  text: Said
  /** For a hold that several jobs share: what one of them did not use. Left out: all that is left. */
  part?: { amount: number; jobId: string }
}

export interface RefundInput {
  userId: string
  /** The `externalId` of the capture that is reversed. */
  capture: string
  /** At most what was captured and not yet refunded; default all of that. */
  amount?: number
  externalId: string
  text: Said
}

export interface RevokeInput {
  userId: string
  /** The payment whose lots are meant. */
  payment: string
  /** Money given back so far, all refunds of this payment together, and money paid; both in cents. */
  refunded: number
  paid: number
  externalId: string
  text: Said
}

export interface ClawbackInput {
  userId: string
  /** The payments whose live lots are meant. */
  payments: string[]
  /** At most; what is held or spent is not touched. */
  amount: number
  externalId: string
  text: Said
}

export interface FreezeInput {
  userId: string
  /** The payment whose lots are meant. */
  payment: string
  /** Of the dispute, or of the withdrawal (`withdrawal:ID`). */
  key: string
  text: Said
}

export interface WithdrawInput {
  userId: string
  /** The payment whose lots are meant. */
  payment: string
  /** Of the withdrawal, under which they were frozen. */
  key: string
  text: Said
  /** Nothing was paid for what was spent of them, so it counts as unrecovered; default: it was paid for. */
  owesSpent?: boolean
}

export interface WithdrawnCredits {
  granted: number
  unspent: number
}

export interface WithdrawResult extends WithdrawnCredits {
  /** Spent ones that were not paid for. */
  unrecovered: number
}

export interface ForgiveInput {
  userId: string
  /** As many as are missing. */
  amount: number
}

export interface RevokeResult {
  /** Taken by this call. */
  revoked: number
  /** Still held; taken when they are released. */
  awaitingRelease: number
  /** Captured, so gone. */
  unrecovered: number
}

export interface AdjustInput {
  userId: string
  /** Credits to add (a lot that never expires), or to take (negative; at most the balance). */
  amount: number
  externalId: string
  text: Said
}

export interface FreeMonthInput {
  userId: string
  email: string
  /** Address of the request that verified the e-mail; null where it takes no place: for the operator and the invited. */
  ip: string | null
}

/**
 * The only way to change credits; it exists only inside a transaction and ends with it. Every method first locks
 * the user's account and writes what fell due before; each is idempotent by its key.
 */
export interface CreditWriter {
  grant(input: GrantInput): Promise<{ state: 'granted' | 'already' }>
  /** Grants what was not paid for. `withheld`: the account has spent credits of a payment that went back, and gets no bonus. */
  reward(input: GrantInput): Promise<{ state: 'granted' | 'already' | 'withheld' }>
  /** @throws {AppError} `conflict` when the hold is closed or has less left; `internal` when it is another user's */
  capture(input: CaptureInput): Promise<CaptureResult>
  /** @throws {AppError} `conflict` when more is asked than was captured */
  refund(input: RefundInput): Promise<{ refunded: number }>
  /** Also of lots that are granted later for the same payment. */
  revoke(input: RevokeInput): Promise<RevokeResult>
  /** Gives back what was taken for money that did not go back after all; `refunded` is what is left of it. */
  restore(input: RevokeInput): Promise<{ restored: number }>
  /** Takes unspent credits back because their plan was lowered. @returns how many */
  clawBack(input: ClawbackInput): Promise<{ revoked: number }>
  /** Holds what is unspent of a payment, and what comes back to its lots, until `unfreeze`. */
  freeze(input: FreezeInput): Promise<void>
  unfreeze(input: FreezeInput): Promise<void>
  /** Takes all that is unspent of a payment that its owner withdrew from; null while jobs hold a part of it. */
  withdraw(input: WithdrawInput): Promise<WithdrawResult | null>
  /** Misses no more what was spent of payments that went back. @throws {AppError} `conflict` where not as many are missing */
  forgive(input: ForgiveInput): Promise<void>
  /** A renewal was paid or has failed: lots that waited for it expire, dated `at`, when it was; default now. */
  endGrace(input: { userId: string; at?: Date }): Promise<void>
  /** @throws {AppError} `not_enough_credits` when more is taken than is there */
  adjust(input: AdjustInput): Promise<{ state: 'adjusted' | 'already' }>
  /** The first free credits, for a freshly verified account; later months come by themselves. */
  grantFreeMonth(input: FreeMonthInput): Promise<void>
  /**
   * Follows limits, bans and deletions, which are set or lifted in this transaction: who waits for first free credits takes no
   * place meanwhile, and those behind move up.
   */
  followStanding(userIds: readonly string[]): Promise<void>
  /** @throws {AppError} `already_claimed`, `email_not_verified`, `permission_denied` */
  claimLoginBonus(input: { userId: string }): Promise<Balance>
  /**
   * Writes all that is due; called before and after a change of something that `PlanSchedule` looks at.
   * @returns the billing clock up to which it is written
   */
  applyDueEntries(input: { userId: string }): Promise<{ now: Date }>
}

/** Something that falls due at a known time because of a subscription. */
export interface PlannedChange {
  at: Date
  grant: Omit<GrantInput, 'userId'> | null
  /** Notes that it is done, in the same transaction; the next call then answers the one after it. */
  record(tx: Tx): Promise<void>
}

/** What credits need to know of subscriptions; given by billing, which may import credits but not the reverse. */
export interface PlanSchedule {
  /** The earliest change not yet recorded, also when it lies in the future. */
  next(tx: Tx, userId: string): Promise<PlannedChange | null>
  /** Until when a lot that expires at `at` lives on, because its renewal is not decided; null: it does not. */
  graceUntil(tx: Tx, userId: string, at: Date): Promise<Date | null>
  /** The first instant in [from, until) at which the user is on the free plan. */
  freeFrom(tx: Tx, userId: string, from: Date, until: Date): Promise<Date | null>
}

/** One broken sum that `reconcile` found. */
export interface Difference {
  userId: string
  check: string
  expected: number
  actual: number
}

export interface LoginBonus {
  /** Credits that one claim brings. */
  amount: number
  claimedToday: boolean
}

export interface Credits {
  /** credits/, credits/login_bonus/ */
  routes: Route[]
  /** The only way to change credits; valid as long as the transaction. */
  writer(tx: Tx): CreditWriter
  balance(reader: CreditReader, userId: string): Promise<Balance>
  /** One page of the statement, newest first. @throws {AppError} `invalid` for a cursor that is none */
  statement(userId: string, page: StatementQuery): Promise<UnsaidStatement>
  loginBonus(reader: CreditReader, userId: string): Promise<LoginBonus>
  /** Credits that were spent although their money went back: above zero there are no free or bonus credits. */
  unrecovered(reader: CreditReader, userId: string): Promise<number>
  /** Whether the user bought a pack that was not refunded in full. */
  hasBoughtPack(reader: CreditReader, userId: string): Promise<boolean>
  /** Where the credits of a payment are; `waits`: jobs hold a part of them. */
  ofPayment(
    reader: CreditReader,
    input: { userId: string; payment: string },
  ): Promise<WithdrawnCredits & { waits: boolean }>
  /** For cron: writes expiries and grants of everybody that is due. @returns how many accounts were settled */
  applyAllDueEntries(): Promise<number>
  /** For cron: lets those who wait for first free credits move up to places that are free. Safe to repeat. */
  moveUpAllLines(): Promise<void>
  /** For cron: finds the texts of lines that have a sentence alone. Safe to repeat. @returns how many it looked at */
  nameOldLines(): Promise<number>
  /** Checks every sum of the books. @returns what does not agree; empty when all is well */
  reconcile(): Promise<Difference[]>
}
