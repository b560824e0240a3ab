import { z } from 'zod'
import { Failure, Said, type StoredFailure } from '#contract/said.ts'
import { readFailure } from './stored-text.ts'
import { isText, type Said as SaidText } from './text.ts'

/** Makes the sentence of a text. */
export type Say = (said: SaidText) => string
type Change = (value: unknown, say: Say) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sayOnlyTexts =
  (say: Say): Say =>
  (said) =>
    isText(said) ? say(said) : said

const inEach =
  (change: Change): Change =>
  (value, say) => {
    if (!Array.isArray(value)) return value
    const changed = value.map((one: unknown) => change(one, say))
    return changed.some((one, at) => one !== value[at]) ? changed : value
  }

const inFields =
  (changes: readonly [field: string, change: Change][]): Change =>
  (value, say) => {
    if (!isObject(value)) return value
    // Who may edit it sends back what they got: it has to be what was written.
    const sayHere = value['can_edit'] === true ? sayOnlyTexts(say) : say
    let changed = value
    for (const [field, change] of changes) {
      if (!Object.hasOwn(value, field)) continue
      const said = change(value[field], sayHere)
      if (said === value[field]) continue
      if (changed === value) changed = { ...value }
      changed[field] = said
    }
    return changed
  }

const inAnyOf =
  (changes: readonly Change[]): Change =>
  (value, say) =>
    changes.reduce((result, change) => change(result, say), value)

const sayFailure = (failure: StoredFailure, say: Say) => ({
  code: failure.code,
  message: say(readFailure(failure)),
})

/** The change that the inner schemas of a schema need together; null if none. */
function changesOf(schemas: readonly z.core.$ZodType[]): Change | null {
  const changes = schemas.flatMap((schema) => changeOf(schema) ?? [])
  return changes.length === 0 ? null : inAnyOf(changes)
}

/** Schemas are parts of many others. */
const known = new WeakMap<z.core.$ZodType, { change: Change | null }>()

/** How the texts of a value of some schema ({@link Said}, {@link Failure}) are put into another language; null: it has none. */
function changeOf(schema: z.core.$ZodType): Change | null {
  const found = known.get(schema) ?? { change: findChange(schema) }
  known.set(schema, found)
  return found.change
}

function findChange(schema: z.core.$ZodType): Change | null {
  if (schema === Said)
    return (value, say) => (typeof value === 'string' || isText(value) ? say(value) : value)
  if (schema === Failure)
    return (value, say) =>
      isObject(value) ? sayFailure(value as unknown as StoredFailure, say) : value
  if (schema instanceof z.ZodObject) {
    const changes = Object.entries(schema.shape).flatMap(([field, inner]): [string, Change][] => {
      const change = changeOf(inner as z.core.$ZodType)
      return change ? [[field, change]] : []
    })
    return changes.length === 0 ? null : inFields(changes)
  }
  if (schema instanceof z.ZodArray) {
    const change = changeOf(schema.element)
    return change && inEach(change)
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return changeOf(schema.unwrap())
  }
  if (schema instanceof z.ZodUnion) return changesOf(schema.options)
  if (schema instanceof z.ZodIntersection) return changesOf([schema.def.left, schema.def.right])
  return null
}

/** @param schema of an answer: where in it texts are is found once @returns makes their sentences */
export function sayAnswer(schema: z.ZodType): <T>(answer: T, say: Say) => T {
  const change = changeOf(schema)
  return <T>(answer: T, say: Say): T => (change === null ? answer : (change(answer, say) as T))
}
