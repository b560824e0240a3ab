import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { OWN_LIMITS } from './values/own-limits.ts'

const limit = (name: keyof typeof OWN_LIMITS) =>
  z.number().int().min(OWN_LIMITS[name][0]).max(OWN_LIMITS[name][1]).nullable()

const Limits = z.object({
  /** Jobs that wait or run together; null: as the plan has it. */
  queue: limit('queue'),
  /** Jobs that run at once. */
  running: limit('running'),
  /** Megabytes of uploads and editor projects. */
  storage_mb: limit('storage_mb'),
  /** Calls of the API a minute, those of the pages included; each process of the role `web` counts by itself. */
  calls_per_minute: limit('calls_per_minute'),
})

/** Limits of one person in the place of those of their plan. */
export const OwnLimits = Limits.extend({
  /** As the person reads it. */
  reason: z.string(),
  changed_at: Timestamp,
})
export type OwnLimits = z.infer<typeof OwnLimits>

/** Limits that somebody has by their plan; `calls_per_minute` null: none. */
export const UsualLimits = z.object({
  queue: z.number().int(),
  running: z.number().int(),
  storage_mb: z.number().int(),
  calls_per_minute: z.number().int().nullable(),
})
export type UsualLimits = z.infer<typeof UsualLimits>

export const ownLimits = {
  set: endpoint({
    ...routes.ownLimits.set,
    access: 'admin',
    summary:
      'Set limits of a person that are not those of the plan; what is null is as the plan has it. `instead_of` is the `changed_at` of those that were read, null where there were none',
    params: IdParams,
    body: z.strictObject({
      ...Limits.shape,
      reason: z.string().trim().min(3, fault('requests.sayWhy')).max(500),
      instead_of: Timestamp.nullable(),
    }),
    response: OwnLimits.extend({ user: Id }),
    errors: ['not_found', 'conflict', 'permission_denied'],
  }),
  remove: endpoint({
    ...routes.ownLimits.remove,
    access: 'admin',
    summary: 'Put a person back to the limits of their plan',
    params: IdParams,
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
}
