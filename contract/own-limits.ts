import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'

/** Least and most of each. */
export const OWN_LIMITS = {
  queue: [1, 1000],
  running: [1, 50],
  storage_mb: [1, 1_000_000],
  // Fewer would not open one page; more than this one network address may not make, as long as nobody sets that otherwise.
  calls_per_minute: [10, 3000],
} as const

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
    method: 'PUT',
    path: '/api/admin/people/:id/own_limits/',
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
    method: 'DELETE',
    path: '/api/admin/people/:id/own_limits/',
    access: 'admin',
    summary: 'Put a person back to the limits of their plan',
    params: IdParams,
    response: Nothing,
    statuses: [204],
    errors: ['not_found', 'conflict'],
  }),
}
