import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './inference-jobs.ts'
import { WorkChallenge } from './proof-of-work.ts'
import * as routes from './routes.ts'

export const TRIAL_LIMITS = {
  bytes: 10 * 1024 * 1024,
  /** Longest edge of the preview, pixels. */
  edge: 512,
} as const

/** A photo that somebody without an account had worked on. */
export const Trial = z.object({
  /** Claims it; a secret. */
  token: z.string(),
  /** The preview: root-relative and signed. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** When photo and preview are deleted by themselves. */
  expires_at: Timestamp,
})
export type Trial = z.infer<typeof Trial>

/** A claimed photo that waits until its owner's address is confirmed. */
export const WaitingTrial = z.object({ status: z.literal('waiting'), expires_at: Timestamp })
export type WaitingTrial = z.infer<typeof WaitingTrial>

/** A claimed photo, for its owner's export. */
export const ExportedTrial = z.object({
  id: Id,
  created_at: Timestamp,
  claimed_at: Timestamp,
  expires_at: Timestamp,
  /** Null once it is an upload, or deleted. */
  url: z.string().nullable(),
  /** The job that it became. */
  job: Id.nullable(),
})
export type ExportedTrial = z.infer<typeof ExportedTrial>

export const trials = {
  challenge: endpoint({
    ...routes.trials.challenge,
    access: 'anonymous',
    summary: 'A proof of work for one call without an account (altcha)',
    response: WorkChallenge,
  }),
  removeBackground: endpoint({
    ...routes.trials.removeBackground,
    access: 'anonymous',
    summary:
      'Remove the background of one photo without an account: a small preview, deleted after an hour; three a day from one network',
    /** `altcha`: the solved challenge, as altcha's clients encode it. */
    file: { field: 'image', maxBytes: TRIAL_LIMITS.bytes, texts: ['altcha'] },
    response: Trial,
    statuses: [201],
    errors: ['throttled', 'busy', 'unavailable'],
  }),
  read: endpoint({
    ...routes.trials.read,
    access: 'anonymous',
    summary: 'Until when a tried photo is kept that nobody has claimed',
    params: z.object({ token: z.string().max(100) }),
    response: z.object({ expires_at: Timestamp }),
    errors: ['gone'],
  }),
  claim: endpoint({
    ...routes.trials.claim,
    access: 'user',
    summary:
      'Take over a tried photo: it is kept for 24 hours (202), and becomes a job at its full size for one credit once the address is confirmed (201)',
    params: z.object({ token: z.string().max(100) }),
    body: z.strictObject({}).optional(),
    response: z.union([Job, WaitingTrial]),
    statuses: [201, 202],
    errors: ['gone', 'not_enough_credits', 'queue_full', 'conflict', 'storage_full', 'unavailable'],
  }),
}
