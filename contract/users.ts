import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { OwnLimits } from './own-limits.ts'
import * as routes from './routes.ts'
import { PLAN_NAMES, PLAN_PERIODS } from './values/users.ts'

export type PlanName = (typeof PLAN_NAMES)[number]

export const PlanPeriod = z.enum(PLAN_PERIODS)
export type PlanPeriod = z.infer<typeof PlanPeriod>

export const Me = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  credits: z.number().int(),
  credits_held: z.number().int(),
  plan: z.object({
    name: z.enum(PLAN_NAMES),
    period: PlanPeriod.nullable(),
    renews_at: Timestamp.nullable(),
    cancel_at: Timestamp.nullable(),
  }),
  is_staff: z.boolean(),
  is_admin: z.boolean(),
  email_verified: z.boolean(),
  /** Why they cannot order, publish or buy; null: they can. */
  limited: z.object({ reason: z.string(), since: Timestamp }).nullable(),
  /** Limits in the place of those of their plan; null: none. */
  own_limits: OwnLimits.nullable(),
  /** The one that they chose; null: nobody has asked. */
  language: z.string().nullable(),
  /** IANA name of the one in which their days begin; null: no browser has told it, and days are in UTC. */
  time_zone: z.string().nullable(),
  /** An administrator sees the site as this person does, until then; null: it is the person. */
  viewed_until: Timestamp.nullable(),
  login_bonus: z.object({ amount: z.number().int(), claimed_today: z.boolean() }),
})
export type Me = z.infer<typeof Me>

export const users = {
  me: endpoint({
    ...routes.users.me,
    access: 'user',
    summary: 'The logged-in person',
    response: Me,
  }),
}
