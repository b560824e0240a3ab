import { z } from 'zod'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ENGINE_WORK } from './admin-engines.ts'
import * as routes from './routes.ts'

/** An engine as everybody may see it: no address, no name of a machine. */
export const PublicEngine = z.object({
  name: z.string(),
  /** `builtin`: part of this program; `server`: one that the operator runs; `service`: a company's, used with a key. */
  kind: z.enum(['builtin', 'server', 'service']),
  /** Its number among the engines of its kind, from 1. */
  number: z.number().int(),
  state: z.enum(['ready', 'busy', 'starting', 'paused', 'away']),
  work: z.array(z.enum(ENGINE_WORK)),
  /** Seconds until a usual job that is ordered now is done; null: not known, or not now. */
  wait_p50: z.number().nullable(),
  /** When it first answered; one that never did is not listed. */
  since: Timestamp,
  /** Times of the last 90 days in which it took no work although it should have, oldest first. */
  incidents: z.array(z.object({ started_at: Timestamp, ended_at: Timestamp.nullable() })),
})
export type PublicEngine = z.infer<typeof PublicEngine>

export const status = {
  read: endpoint({
    ...routes.status.read,
    access: 'public',
    summary: 'How the engines are: what works, the usual wait now, and incidents of 90 days',
    response: z.object({ checked_at: Timestamp, engines: z.array(PublicEngine) }),
  }),
}
