import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

/** What engines do in words. */
export const WORDS_TASKS = ['improve_prompt', 'describe_image'] as const

/** A prompt that an engine proposes. Nothing uses it before a person does. */
export const Proposal = z.object({
  id: Id,
  task: z.enum(WORDS_TASKS),
  /** A prompt as it can be sent. */
  text: z.string(),
  /** The model that wrote it. */
  model: z.string(),
  /** Credits that were charged. */
  cost: z.number().int(),
  created_at: Timestamp,
})
export type Proposal = z.infer<typeof Proposal>

/** The price that was shown; where it has gone up since, nothing is made. Left out: any. */
const ShownPrice = z.number().int().min(0).optional()

const ERRORS = [
  'email_not_verified',
  'account_limited',
  'not_enough_credits',
  'idempotency_mismatch',
  'conflict',
  'throttled',
  'unavailable',
] as const

export const proposals = {
  improvePrompt: endpoint({
    ...routes.proposals.improvePrompt,
    access: 'user',
    summary:
      'A prompt that says the same with more to see, by an engine that offers `improve_prompt`; charged when it is written. Header Idempotency-Key makes a repeat answer the same',
    body: z.strictObject({
      prompt: z
        .string()
        .max(2000)
        .refine((text) => text.trim() !== '', fault('requests.blank')),
      price: ShownPrice,
    }),
    response: Proposal,
    statuses: [201],
    errors: ERRORS,
  }),
  describeImage: endpoint({
    ...routes.proposals.describeImage,
    access: 'user',
    summary:
      'What an uploaded or a made image shows, as a prompt, by an engine that offers `describe_image`; charged and repeated as above',
    body: z.strictObject({ image: Id, price: ShownPrice }),
    response: Proposal,
    statuses: [201],
    errors: ERRORS,
  }),
}
