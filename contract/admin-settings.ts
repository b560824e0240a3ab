import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
  problem: z.string().nullable(),
})
export type AdminSetting = z.infer<typeof AdminSetting>

const AdminSettings = z.object({ results: z.array(AdminSetting) })

export const adminSettings = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/settings/',
    access: 'admin',
    summary: 'Settings that the console may change, each with its value and where that comes from',
    response: AdminSettings,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/settings/',
    access: 'admin',
    summary: 'Change settings by name, all or none; null goes back to the default',
    body: z.record(z.string().max(80), z.string().trim().min(1).max(4000).nullable()),
    response: AdminSettings,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/settings/test/',
    access: 'admin',
    summary:
      'Try a part of the installation as it is set up now; for email, one goes to the caller',
    body: z.strictObject({ what: z.enum(['mail', 'payments', 'storage']) }),
    response: z.object({ ok: z.boolean(), message: z.string() }),
  }),
}
