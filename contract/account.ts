import { z } from 'zod'
import { BillingState, MailChoice } from './billing.ts'
import { Id, Nothing, Timestamp } from './common.ts'
import { CreditEntry, CreditLot } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './inference-jobs.ts'
import { UploadedImage } from './uploaded-images.ts'
import { PLAN_NAMES } from './users.ts'

/** All that is stored about one person. Pictures are links, which work for a day at least. */
export const AccountExport = z.object({
  exported_at: Timestamp,
  profile: z.object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email_verified: z.boolean(),
    created_at: Timestamp,
  }),
  sign_in: z.object({ password: z.boolean(), google: z.boolean(), facebook: z.boolean() }),
  sessions: z.array(z.object({ created_at: Timestamp, expires_at: Timestamp })),
  mails: MailChoice,
  billing: BillingState,
  credits: z.object({
    balance: z.number().int(),
    held: z.number().int(),
    lots: z.array(CreditLot),
  }),
  statement: z.array(CreditEntry),
  /** Also those that made nothing. */
  jobs: z.array(Job),
  uploads: z.array(UploadedImage),
})
export type AccountExport = z.infer<typeof AccountExport>

/** What deleting the account takes, and what it ends. */
export const AccountDeletion = z.object({
  /** `sign_in`: there is no password, so one has to have signed in within the last ten minutes. */
  confirm_with: z.enum(['password', 'sign_in']),
  signed_in_recently: z.boolean(),
  plan: z.enum(PLAN_NAMES),
  credits: z.number().int(),
  /** How many of them were bought in packs. */
  credits_bought: z.number().int(),
  pictures: z.number().int(),
  uploads: z.number().int(),
  running_jobs: z.number().int(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const account = {
  export: endpoint({
    method: 'GET',
    path: '/api/account/',
    access: 'session',
    summary: 'Everything that is stored about the signed-in person, as one file',
    download: 'application/json',
    response: AccountExport,
  }),
  deletion: endpoint({
    method: 'GET',
    path: '/api/account/deletion/',
    access: 'session',
    summary: 'What deleting the account ends and loses, and how it is confirmed',
    response: AccountDeletion,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/',
    access: 'session',
    summary:
      'Delete the account for good: plan, sessions, pictures and credits end at once. Confirmed by the password, or by a fresh sign-in where there is none',
    body: z.strictObject({ password: z.string().min(1).max(128).optional() }).optional(),
    response: Nothing,
    statuses: [204],
    errors: ['permission_denied', 'throttled'],
  }),
}
