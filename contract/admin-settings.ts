import { z } from 'zod'
import { Id, IdParams, Instant, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'

const AdminSetting = z.object({
  /** As in the environment. */
  name: z.string(),
  /** Null for a secret, and where nothing is set. */
  value: z.string().nullable(),
  is_set: z.boolean(),
  secret: z.boolean(),
  /** It holds at once; else from the next start on. */
  live: z.boolean(),
  means: z.string(),
  /** Describes the default. */
  without: z.string(),
  /** Where its value comes from; the environment cannot be changed here. */
  source: z.enum(['environment', 'console', 'default']),
  /** The environment does not set it, and it can be kept. */
  can_change: z.boolean(),
  /** Why it cannot be read or kept; null: it can. */
  problem: Said.nullable(),
})
export type AdminSetting = z.infer<typeof AdminSetting>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidSetting = z.input<typeof AdminSetting>

const AdminSettings = z.object({ results: z.array(AdminSetting) })

const Changes = z.record(z.string().max(80), z.string().trim().min(1).max(4000).nullable())

/** Settings that were changed together, or are to be. */
const SettingChange = z.object({
  id: Id,
  /** By name; null: the default. */
  changes: z.record(z.string(), z.string().nullable()),
  /** Values before the change; null while it is planned, and after it was canceled. */
  previous: z.record(z.string(), z.string().nullable()).nullable(),
  state: z.enum(['planned', 'applied', 'canceled']),
  /** By the clock of money. */
  starts_at: Timestamp,
  created_at: Timestamp,
})
export type SettingChange = z.infer<typeof SettingChange>

export const adminSettings = {
  changes: endpoint({
    ...routes.adminSettings.changes,
    access: 'admin',
    summary: 'What was changed of the settings and what is to change, the newest first; no secrets',
    query: PageQuery,
    response: page(SettingChange),
  }),
  plan: endpoint({
    ...routes.adminSettings.plan,
    access: 'admin',
    summary: 'Have settings change at a time to come; only those that hold at once, and no secrets',
    body: z.strictObject({ starts_at: Instant, changes: Changes }),
    response: SettingChange,
    statuses: [201],
  }),
  cancelPlan: endpoint({
    ...routes.adminSettings.cancelPlan,
    access: 'admin',
    summary: 'Cancel a change that is planned',
    params: IdParams,
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
  undo: endpoint({
    ...routes.adminSettings.undo,
    access: 'admin',
    summary: 'One step back: what stood there before the newest change of these settings',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: AdminSettings,
    errors: ['not_found', 'conflict'],
  }),
  list: endpoint({
    ...routes.adminSettings.list,
    access: 'admin',
    summary: 'Settings that the console may change, each with its value and where that comes from',
    response: AdminSettings,
  }),
  change: endpoint({
    ...routes.adminSettings.change,
    access: 'admin',
    summary: 'Change settings by name, all or none; null goes back to the default',
    body: Changes,
    response: AdminSettings,
  }),
  test: endpoint({
    ...routes.adminSettings.test,
    access: 'admin',
    summary:
      'Try a part of the installation, also with changes that are not stored; for email, one goes to the caller',
    body: z.strictObject({
      what: z.enum(['mail', 'payments', 'storage']),
      changes: Changes.optional(),
    }),
    response: z.object({ ok: z.boolean(), message: Said }),
  }),
}
