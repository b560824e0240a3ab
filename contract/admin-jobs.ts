import { z } from 'zod'
import { Id, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { JobStatus } from './prediction-images.ts'
import * as routes from './routes.ts'

/** A job as administrators see it: who made it and what it cost, not what was asked for. */
export const AdminJob = z.object({
  id: Id,
  user: Id,
  email: z.string(),
  type: z.string(),
  status: JobStatus,
  model: z.string().nullable(),
  /** Who makes it, or did. */
  engine: z.string(),
  /** Where it was sent first, if another engine took over. */
  first_engine: z.string().nullable(),
  attempt: z.number().int(),
  outputs: z.number().int(),
  /** Captured. */
  credits: z.number().int(),
  engine_seconds: z.number().nullable(),
  /** What the engine cost, millionths of a US dollar; null: not known. */
  cost: z.number().int().nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
})
export type AdminJob = z.infer<typeof AdminJob>

export const adminJobs = {
  list: endpoint({
    ...routes.adminJobs.list,
    access: 'admin',
    summary:
      'Jobs, newest first, with their engine and its cost; `search` finds parts of the email or a whole id, `engine` a name',
    query: PageQuery.extend({
      search: z.string().max(200).optional(),
      engine: z.string().max(200).optional(),
    }),
    response: page(AdminJob),
  }),
}
