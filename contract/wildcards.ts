import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { WILDCARD_LIMITS } from './values/wildcards.ts'

/** What may stand between the underscores of `__name__`. */
export const WILDCARD_NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/

const Name = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(WILDCARD_LIMITS.name)
  .regex(WILDCARD_NAME, fault('prompts.wildcardLetters'))
/** A choice a line; how long it may be is checked in bytes and lines. */
const Text = z.string().max(WILDCARD_LIMITS.bytes)

/** The words of a request as they were written, where words were drawn for it (`{a|b}`, `__name__`). */
export const WordTemplate = z.object({
  prompt: z.string().optional(),
  negative_prompt: z.string().optional(),
  prompts: z.array(z.string()).optional(),
})
export type WordTemplate = z.infer<typeof WordTemplate>

/** A list without its lines. */
export const WildcardList = z.object({
  id: Id,
  name: z.string(),
  /** Number of lines that are not blank. */
  lines: z.number().int(),
  changed_at: Timestamp,
})
export type WildcardList = z.infer<typeof WildcardList>

export const WildcardListDetail = WildcardList.extend({ text: z.string() })
export type WildcardListDetail = z.infer<typeof WildcardListDetail>

/** A megabyte of line ends and quotes is two as JSON. */
const maxBodyBytes = 2 * WILDCARD_LIMITS.bytes + 4096

export const wildcards = {
  list: endpoint({
    ...routes.wildcards.list,
    access: 'user',
    summary: 'Own lists that prompts draw words from, by name',
    response: z.object({ results: z.array(WildcardList) }),
  }),
  create: endpoint({
    ...routes.wildcards.create,
    access: 'user',
    summary: `Make a list that prompts draw from as __name__; a person may have ${WILDCARD_LIMITS.lists}`,
    body: z.strictObject({ name: Name, text: Text }),
    maxBodyBytes,
    response: WildcardListDetail,
    statuses: [201],
    errors: ['conflict'],
  }),
  detail: endpoint({
    ...routes.wildcards.detail,
    access: 'user',
    summary: 'One list with its lines',
    params: IdParams,
    response: WildcardListDetail,
  }),
  change: endpoint({
    ...routes.wildcards.change,
    access: 'user',
    summary: 'Rename a list or replace its lines',
    params: IdParams,
    body: z.strictObject({ name: Name.optional(), text: Text.optional() }),
    maxBodyBytes,
    response: WildcardListDetail,
  }),
  remove: endpoint({
    ...routes.wildcards.remove,
    access: 'user',
    summary: 'Remove a list',
    params: IdParams,
    response: Nothing,
  }),
}
