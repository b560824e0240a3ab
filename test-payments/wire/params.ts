import { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { FormParams } from './form-params.ts'

/** Kinds of parameters; on the wire each is text, and the empty text unsets. */

export const text = z.string().max(5000)
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)
/** Cents of one piece; Stripe's bound. */
export const amount = integer.refine(
  (value) => value >= 0 && value <= 99_999_999,
  'Invalid integer',
)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const unset = z.literal('').transform(() => null)
export const metadata = z.union([
  z.literal('').transform((): Record<string, string> => ({})),
  z.preprocess(
    // Keys that are all numbers look like a list on the wire.
    (value) => (Array.isArray(value) ? Object.fromEntries(value.entries()) : value),
    z.record(z.string().max(40), z.string().max(500)),
  ),
])
/** Discounts that there are already, by their ids; `''`, here null: none. An empty list says nothing. */
export const discounts = z.union([
  unset,
  z
    .array(z.strictObject({ discount: text }))
    .transform((some) => (some.length === 0 ? undefined : some.map(({ discount }) => discount))),
])
export const url = z.string().regex(/^https?:\/\/[^\s]+$/, 'Not a valid URL')
/** A parameter of Stripe's that changes nothing here. */
export const ignored = z.unknown().optional()

/** Either one moment, or bounds. */
export const range = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])
export type Range = z.output<typeof range>

/** What every list takes. */
export const paging = {
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

/** `['items', 0, 'price']` -> `items[0][price]` */
function wireName([head, ...rest]: readonly PropertyKey[]): string {
  return String(head) + rest.map((part) => `[${String(part)}]`).join('')
}

type Issue = z.core.$ZodIssue

/** The innermost complaint of the alternative that came furthest. */
function innermost(issue: Issue): { issue: Issue; path: PropertyKey[] } {
  if (issue.code !== 'invalid_union') return { issue, path: issue.path }
  const inner = issue.errors
    .flat()
    .map((each) => innermost(each))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  return inner
    ? { issue: inner.issue, path: [...issue.path, ...inner.path] }
    : { issue, path: issue.path }
}

function toApiError(first: Issue): ApiError {
  const { issue, path } = innermost(first)
  if (issue.code === 'unrecognized_keys') {
    const param = wireName([...path, issue.keys[0] ?? ''])
    return new ApiError(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  }
  const param = wireName(path)
  if (issue.code === 'invalid_type' && issue.message.includes('undefined')) {
    return new ApiError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const code = issue.message === 'Invalid integer' ? 'parameter_invalid_integer' : undefined
  return new ApiError(`Invalid ${param}: ${issue.message}`, { param, ...(code && { code }) })
}

/** @throws {ApiError} unknown, missing and malformed parameters, by their names on the wire */
export function readParams<S extends z.ZodType>(schema: S, params: FormParams): z.output<S> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  const { issues } = result.error
  // A misspelt name explains the missing one.
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw first ? toApiError(first) : new ApiError('Invalid request')
}

/** Metadata as Stripe merges it: the empty value deletes its key, the empty whole deletes all. */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> {
  if (change === undefined) return before ?? {}
  if (Object.keys(change).length === 0) return {}
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
