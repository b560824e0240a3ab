import { z } from 'zod'
import { Id, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said, fault } from './said.ts'
import * as routes from './routes.ts'
import { ENTRY_KINDS } from './values/credits.ts'

export const LotKind = z.enum(['plan', 'pack', 'free', 'bonus', 'grant'])
export type LotKind = z.infer<typeof LotKind>

export const EntryKind = z.enum(ENTRY_KINDS)
export type EntryKind = z.infer<typeof EntryKind>

export const CreditLot = z.object({
  id: Id,
  kind: LotKind,
  remaining: z.number().int(),
  expires_at: Timestamp.nullable(),
})
export type CreditLot = z.infer<typeof CreditLot>

/** One line of the statement; the sum of all amounts is the balance. */
export const CreditEntry = z.object({
  id: Id,
  created_at: Timestamp,
  kind: EntryKind,
  amount: z.number().int(),
  captured: z.number().int(),
  balance_after: z.number().int(),
  job: Id.nullable(),
  image: Id.nullable(),
  payment: z.string().nullable(),
  text: Said,
})
export type CreditEntry = z.infer<typeof CreditEntry>
/** A line as the server has it: its text is not a sentence yet. */
export type UnsaidCreditEntry = z.input<typeof CreditEntry>

const DAY = fault('requests.dateNeeded')
const Day = z.iso.date(DAY).refine((day) => !day.startsWith('0000'), DAY)

/** Lines of one kind, or of some days (UTC, both included). */
export const StatementQuery = PageQuery.extend({
  kind: EntryKind.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type StatementQuery = z.output<typeof StatementQuery>

export const Statement = z.object({
  balance: z.number().int(),
  held: z.number().int(),
  lots: z.array(CreditLot),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(CreditEntry),
})
export type Statement = z.infer<typeof Statement>
/** As {@link UnsaidCreditEntry}. */
export type UnsaidStatement = z.input<typeof Statement>

export const credits = {
  statement: endpoint({
    ...routes.credits.statement,
    access: 'user',
    summary: 'Balance, live lots and the statement, newest first',
    query: StatementQuery,
    response: Statement,
  }),
  exportUsage: endpoint({
    ...routes.credits.exportUsage,
    access: 'user',
    summary: 'What was spent by day and tool, as CSV; of some days (UTC, both included) or all',
    query: z.object({ from: Day.optional(), to: Day.optional() }),
    download: 'text/csv',
    response: z.string(),
  }),
  claimLoginBonus: endpoint({
    ...routes.credits.claimLoginBonus,
    access: 'session',
    summary: "Claim today's login bonus",
    body: z.strictObject({}).optional(),
    response: z.object({ credits: z.number().int() }),
    errors: ['already_claimed', 'email_not_verified'],
  }),
}
