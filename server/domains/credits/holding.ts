/** Holding credits and giving them back is for the domain orders alone, which `npm run boundaries` holds: see its README.md. */
import type { Tx } from '#server/platform/db/index.ts'
import type {
  Credits,
  CreditWriter,
  HoldInput,
  HoldOpening,
  HoldResult,
  ReleaseInput,
} from './types.ts'

export type { HoldOpening } from './types.ts'

/** What a {@link CreditWriter} does not offer to everybody. */
export interface HoldWriter {
  /** @throws {AppError} `not_enough_credits` with `extra.missing` */
  hold(input: HoldInput): Promise<HoldResult>
  /** Locks the account and writes what fell due; for what is done while nobody else changes it. */
  lock(input: { userId: string }): Promise<void>
  /** Two-step form of `hold`, for callers that read and write in the same transaction. */
  openForHold(input: { userId: string }): Promise<HoldOpening>
  /**
   * Gives back what was not captured: all of it, which closes the hold, or one job's part. A closed hold answers 0, and
   * so does a job whose part came back before.
   * @throws {AppError} `conflict` when a part is more than is left; `internal` when the hold is another user's
   */
  release(input: ReleaseInput): Promise<{ released: number }>
}

export type BooksWriter = CreditWriter & HoldWriter

/** {@link Credits} with all that their writer can do. */
export interface CreditBooks extends Credits {
  writer(tx: Tx): BooksWriter
}
