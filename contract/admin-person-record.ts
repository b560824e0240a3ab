import { z } from 'zod'
import { Session } from './account.ts'
import { Adjustment } from './admin.ts'
import { AdminPayment } from './admin-payment.ts'
import { AdminJob } from './admin-jobs.ts'
import { Id, IdParams, Timestamp, visibleText } from './common.ts'
import { GivenConsent } from './consents.ts'
import { CreditEntry, CreditLot } from './credits.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** A staff note about a person. */
export const PersonNote = z.object({
  id: Id,
  /** Email of the colleague; empty for one whose account is deleted. */
  author: z.string(),
  text: z.string(),
  created_at: Timestamp,
})
export type PersonNote = z.infer<typeof PersonNote>

/** The stored data of one person; each list holds its newest entries. */
export const PersonRecord = z.object({
  lots: z.array(CreditLot),
  /** Credits that were spent although their money went back: above zero there are no free or bonus credits. */
  unrecovered: z.number().int(),
  /** Changes of their credits or plan that wait for a second administrator. */
  waiting: z.array(Adjustment),
  statement: z.array(CreditEntry),
  jobs: z.array(AdminJob),
  payments: z.array(AdminPayment),
  sessions: z.array(Session.omit({ id: true, is_current: true })),
  /** Browsers that have logged in. */
  devices: z.array(Session.pick({ created_at: true, last_used_at: true })),
  storage: z.object({ used_bytes: z.number(), limit_bytes: z.number() }),
  consents: z.array(GivenConsent.omit({ text: true })),
  notes: z.array(PersonNote),
})
export type PersonRecord = z.infer<typeof PersonRecord>
/** As the server has it: its texts are not sentences yet. */
export type UnsaidPersonRecord = z.input<typeof PersonRecord>

export const adminPersonRecord = {
  read: endpoint({
    ...routes.adminPersonRecord.read,
    access: 'admin',
    summary:
      'What is kept about one person: credits, what of them waits for a second administrator, jobs, payments, sessions, devices, storage, consents and notes',
    params: IdParams,
    response: PersonRecord,
    errors: ['not_found'],
  }),
  note: endpoint({
    ...routes.adminPersonRecord.note,
    access: 'admin',
    summary: 'Note something about a person; it is part of the copy of their data',
    params: IdParams,
    body: z.strictObject({
      text: visibleText(2000),
    }),
    response: PersonNote,
    statuses: [201],
    errors: ['not_found'],
  }),
}
