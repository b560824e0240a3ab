import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

export const PAST_PROMPT_LIMITS = {
  /** Most prompts in one answer. */
  prompts: 500,
  pins: 100,
  /** How many of the newest drawings the prompts are taken from. */
  jobs: 5000,
} as const

/** A prompt that somebody drew with, as it was written. */
export const PastPrompt = z.object({
  /** Made from person and text: the same text has the same id again. */
  id: Id,
  prompt: z.string(),
  pinned: z.boolean(),
  /** Null: a pinned one, of a drawing that is no longer among the newest. */
  used_at: Timestamp.nullable(),
})
export type PastPrompt = z.infer<typeof PastPrompt>

export const pastPrompts = {
  list: endpoint({
    ...routes.pastPrompts.list,
    access: 'user',
    summary: `Own prompts of images that were drawn, each once: pinned ones, then the latest; ${PAST_PROMPT_LIMITS.prompts} at most`,
    response: z.object({ results: z.array(PastPrompt) }),
  }),
  change: endpoint({
    ...routes.pastPrompts.change,
    access: 'user',
    summary: `Pin a prompt, or take its pin away; ${PAST_PROMPT_LIMITS.pins} may be pinned`,
    params: IdParams,
    body: z.strictObject({ pinned: z.boolean() }),
    response: PastPrompt,
    errors: ['conflict'],
  }),
  remove: endpoint({
    ...routes.pastPrompts.remove,
    access: 'user',
    summary:
      'Leave a prompt out of this list until it is drawn with again; its jobs and images stay',
    params: IdParams,
    response: Nothing,
  }),
  restore: endpoint({
    ...routes.pastPrompts.restore,
    access: 'user',
    summary: 'Bring a prompt back into this list',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: Nothing,
  }),
}
