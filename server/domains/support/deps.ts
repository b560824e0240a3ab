import type { Adjustment } from '#contract/admin.ts'
import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Community } from '#server/domains/community/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'

/**
 * Gives credits to a person in the caller's transaction, or lays it before a second administrator when it is a large sum.
 * @throws {AppError} `idempotency_mismatch`
 */
export type GiveCredits = (
  tx: Tx,
  input: {
    adminId: string
    userId: string
    key: string
    amount: number
    reason: string
    /** What was given for the same before counts towards the sum. */
    reference: string
  },
) => Promise<Adjustment>

/** The ticket, and the member of the team who acts on it. */
export interface Act {
  id: string
  staffId: string
}

/** Act of a colleague, for the log. */
export interface TicketAct {
  actorId: string
  action:
    | 'ticket_answered'
    | 'ticket_closed'
    | 'ticket_taken'
    | 'ticket_handed_back'
    | 'ticket_job_viewed'
  /** Customer whose ticket it is. */
  userId: string
  /** Of the ticket. */
  subject: string
}

export interface SupportDeps {
  db: Db
  limiter: RateLimiter
  mailer: Mailer
  billing: Pick<Billing, 'planOf'>
  credits: Pick<Credits, 'statement'>
  jobs: Pick<Jobs, 'jobOf'>
  community: Pick<Community, 'tellOfTicket'>
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  giveCredits: GiveCredits
  /** Writes down what the team does with a ticket, in its transaction. */
  audit(tx: Tx, act: TicketAct): Promise<void>
  /** Credits for this reference that wait for a second administrator. */
  waitingCredits(reference: string): Promise<number>
  /** Credits that a colleague can give now without a second administrator. */
  creditsAtOnce(gift: { adminId: string; userId: string; reference: string }): Promise<number>
}
