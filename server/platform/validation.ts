import type { z } from 'zod'
import { fault } from '#contract/said.ts'
import { readFault, type Said, t, type Text } from '#server/texts/index.ts'
import { type FieldErrors, invalidFields } from './errors.ts'

type RawIssue = z.core.$ZodRawIssue

const NON_FIELD = 'non_field_errors'
/** Messages in one answer; who sends more wrong things than that is told of the first. */
const MOST_ERRORS = 20

/** The name that Django REST Framework's messages use for a type of JSON. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'dict'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return 'str'
}

function isIntegerSchema(issue: RawIssue): boolean {
  const definition: object | undefined = issue.inst?._zod.def
  return definition !== undefined && 'format' in definition && definition.format === 'safeint'
}

function wrongType(issue: RawIssue & { code: 'invalid_type' }): string {
  switch (issue.expected) {
    case 'string':
      return fault('requests.stringNeeded')
    case 'boolean':
      return fault('requests.booleanNeeded')
    case 'int':
      return fault('requests.integerNeeded')
    case 'number':
      return isIntegerSchema(issue)
        ? fault('requests.integerNeeded')
        : fault('requests.numberNeeded')
    case 'array':
      return fault('requests.listNeeded', { type: typeName(issue.input) })
    case 'object':
      return fault('requests.objectNeeded', { type: typeName(issue.input) })
    default:
      return fault('requests.valueNeeded')
  }
}

function tooSmall(issue: RawIssue & { code: 'too_small' }): string {
  const minimum = String(issue.minimum)
  if (issue.origin === 'string') {
    return minimum === '1'
      ? fault('requests.blank')
      : fault('requests.atLeastCharacters', { count: minimum })
  }
  if (issue.origin === 'array') {
    return minimum === '1'
      ? fault('requests.listEmpty')
      : fault('requests.atLeastElements', { count: minimum })
  }
  return issue.inclusive === false
    ? fault('requests.greaterThan', { number: minimum })
    : fault('requests.atLeast', { number: minimum })
}

function tooBig(issue: RawIssue & { code: 'too_big' }): string {
  const maximum = String(issue.maximum)
  if (issue.origin === 'string') return fault('requests.atMostCharacters', { count: maximum })
  if (issue.origin === 'array') return fault('requests.atMostElements', { count: maximum })
  return issue.inclusive === false
    ? fault('requests.lessThan', { number: maximum })
    : fault('jobs.atMost', { number: maximum })
}

function wrongFormat(issue: RawIssue & { code: 'invalid_format' }): string {
  if (issue.input === '') return fault('requests.blank')
  if (issue.format === 'email') return fault('requests.emailNeeded')
  if (issue.format === 'url') return fault('common.invalidUrl')
  return fault('requests.valueNeeded')
}

/** The words of Django REST Framework for an issue of zod; a message in the schema itself comes before these. */
function wording(issue: RawIssue): string | undefined {
  const mayBeAbsent = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  if (mayBeAbsent && issue.input === undefined) return fault('common.required')
  // A whole body that is null is named by its type instead.
  if (mayBeAbsent && issue.input === null && issue.path?.length) {
    return fault('requests.notNull')
  }
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return fault('jobs.multipleOf', { number: String(issue.divisor) })
    case 'invalid_format':
      return wrongFormat(issue)
    case 'invalid_value':
      return typeof issue.input === 'string'
        ? fault('common.notAChoice', { value: issue.input.slice(0, 100) })
        : fault('requests.noChoice')
    case 'invalid_union':
      // Of a union by `type`: the type is none of its members'.
      return issue.discriminator === undefined
        ? undefined
        : notAMember((issue.input as Record<string, unknown>)[issue.discriminator])
    default:
      return undefined
  }
}

function notAMember(value: unknown): string {
  if (value === null) return fault('requests.notNull')
  return typeof value === 'string'
    ? fault('common.notAChoice', { value: value.slice(0, 100) })
    : fault('requests.noChoice')
}

/** Where an issue sits, below the field it is answered under: `2.weight` for `loras[2].weight`. */
function innerPath(path: readonly PropertyKey[]): string {
  return path.slice(1).map(String).join('.')
}

function addError(fields: FieldErrors, path: readonly PropertyKey[], said: Said): void {
  const field = path.length === 0 ? NON_FIELD : String(path[0])
  const inner = innerPath(path)
  const text = inner === '' ? said : t('common.ofField', { path: inner, said })
  const messages = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (messages === undefined) fields[field] = [text]
  else messages.push(text)
}

/** Beyond the numbers that JSON carries exactly; the field's own limit, if it has one, is nearer. */
function isBeyondExact(issue: z.core.$ZodIssue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'
}

/**
 * Of a value that may be of several shapes, the issues of the one that it comes nearest to: whose keys it has, and which is of
 * the call that it names, and of those the last.
 */
function ofNearestShape(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const strange = (issues: readonly z.core.$ZodIssue[]): number =>
    issues.reduce((sum, one) => {
      if (one.code === 'unrecognized_keys') return sum + one.keys.length
      return one.path[0] === 'call' ? sum + 1 : sum
    }, 0)
  const least = Math.min(...issue.errors.map(strange))
  const nearest = issue.errors.findLast((issues) => strange(issues) === least) ?? []
  return nearest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
}

/** One issue for each place: a value of the wrong type need not hear of the limits of the right one. */
function onePerPlace(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const places = new Map<string, z.core.$ZodIssue>()
  for (const issue of issues) {
    // Keys that are not known stand at the place of the object that has them.
    const place = JSON.stringify([issue.code === 'unrecognized_keys', ...issue.path.map(String)])
    const first = places.get(place)
    if (first === undefined || isBeyondExact(first)) places.set(place, issue)
  }
  return [...places.values()]
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const fields: FieldErrors = Object.create(null) as FieldErrors
  const errors = onePerPlace(issues.flatMap(ofNearestShape)).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, MOST_ERRORS)
          .map((key) => ({ path: [...issue.path, key], said: t('common.unknownField') }))
      : [{ path: issue.path, said: readFault(issue.message) }],
  )
  for (const { path, said } of errors.slice(0, MOST_ERRORS)) addError(fields, path, said)
  return fields
}

/**
 * Finds text that PostgreSQL cannot store: NUL characters and halves of surrogate pairs. Walks without
 * recursion, since a body may be nested as deep as its size allows.
 */
function findUnstorableText(input: unknown): { path: PropertyKey[]; said: Text } | null {
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value: input, path: [] }]
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { value, path } = entry
    if (typeof value === 'string') {
      if (value.includes('\0')) return { path, said: t('common.noNullCharacters') }
      if (!value.isWellFormed()) return { path, said: t('requests.stringNeeded') }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        // Deeper paths need not grow: the top field is what is named.
        open.push({ value: inner, path: path.length < 3 ? [...path, key] : path })
      }
    }
  }
  return null
}

/**
 * Parses a part of a request; defaults are filled in, nothing is coerced.
 * @throws {AppError} `invalid` with messages by top-level field, in Django REST Framework's words
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: wording })
  if (!result.success) throw invalidFields(fieldErrors(result.error.issues))
  const unstorable = findUnstorableText(input)
  if (unstorable) {
    const fields: FieldErrors = {}
    addError(fields, unstorable.path, unstorable.said)
    throw invalidFields(fields)
  }
  return result.data
}
