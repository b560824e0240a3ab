import { z } from 'zod'
import { Id, IdParams, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/**
 * `waiting`: for the first payment, or until it is old enough. `taking_back`: the payment went back, and jobs still hold a part of the
 * credits.
 */
export const ReferralState = z.enum(['waiting', 'refused', 'granted', 'taking_back', 'taken_back'])
export type ReferralState = z.infer<typeof ReferralState>

/** Why a referral brought nothing, or nothing any more. */
export const ReferralReason = z.enum([
  'mailbox',
  'card',
  'device',
  'address',
  'limit',
  'refunded',
  'disputed',
  'account_closed',
])
export type ReferralReason = z.infer<typeof ReferralReason>

/** The referral that an account was opened by, for its owner. */
const JoinedReferral = z.object({
  state: ReferralState,
  /** When the first payment is old enough; null: there was none yet. */
  due_at: Timestamp.nullable(),
  credits: z.number().int(),
})

export const Referrals = z.object({
  code: z.string(),
  /** The link to hand on. */
  url: z.string(),
  /** Accounts that were opened by it. */
  invited: z.number().int(),
  /** Those of them whose first payment is missing or not old enough. */
  waiting: z.number().int(),
  /** Credits that they brought. */
  earned: z.number().int(),
  /** Referrals that counted in the last year. */
  counted: z.number().int(),
  /** Null: the account was opened by nobody's link. */
  joined: JoinedReferral.nullable(),
})
export type Referrals = z.infer<typeof Referrals>

/** A referral as the operator's people see it. */
export const AdminReferral = z.object({
  id: Id,
  /** The other side. */
  user: Id,
  /** Empty for a deleted account. */
  email: z.string(),
  state: ReferralState,
  reason: ReferralReason.nullable(),
  /** Credits of the person whose page it is. */
  credits: z.number().int(),
  created_at: Timestamp,
  due_at: Timestamp.nullable(),
})
export type AdminReferral = z.infer<typeof AdminReferral>

/** Referrals of one person for the copy of their data. Who the others are is theirs. */
export const ExportedReferrals = z.object({
  code: z.string().nullable(),
  joined: JoinedReferral.nullable(),
  invited: z.array(
    z.object({ state: ReferralState, credits: z.number().int(), created_at: Timestamp }),
  ),
})
export type ExportedReferrals = z.infer<typeof ExportedReferrals>

export const referrals = {
  read: endpoint({
    ...routes.referrals.read,
    access: 'session',
    summary: 'The code and link by which one invites others, and what came of it',
    response: Referrals,
  }),
  ofPerson: endpoint({
    ...routes.referrals.ofPerson,
    access: 'admin',
    summary: 'Whom a person invited, newest first, and by whom they were invited',
    params: IdParams,
    response: z.object({
      code: z.string().nullable(),
      invited_by: AdminReferral.nullable(),
      invited: z.array(AdminReferral),
    }),
    errors: ['not_found'],
  }),
}
