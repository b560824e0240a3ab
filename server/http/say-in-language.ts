import { z } from 'zod'
import type { EventName } from '#contract/events.ts'
import { Statement } from '#contract/credits.ts'
import { Job } from '#contract/inference-jobs.ts'
import { LoraTraining } from '#contract/lora-trainings.ts'
import { Said } from '#contract/said.ts'
import { VideoJob } from '#contract/video-inference-jobs.ts'
import type { AppError } from '#server/platform/errors.ts'
import { isText, type Said as SaidOfServer } from '#server/texts/index.ts'
import { inLanguage } from '#server/translations/index.ts'

type Say = (said: SaidOfServer) => string
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

/** The change that the inner schemas of a schema need together; null if none. */
function changesOf(schemas: readonly z.core.$ZodType[]): Change | null {
  const changes = schemas.flatMap((schema) => changeOf(schema) ?? [])
  return changes.length === 0 ? null : inAnyOf(changes)
}

/** Schemas are parts of many others. */
const known = new WeakMap<z.core.$ZodType, { change: Change | null }>()

/** How the texts of a value of some schema ({@link Said}) are put into another language; null: it has none. */
function changeOf(schema: z.core.$ZodType): Change | null {
  const found = known.get(schema) ?? { change: findChange(schema) }
  known.set(schema, found)
  return found.change
}

function findChange(schema: z.core.$ZodType): Change | null {
  if (schema === Said)
    return (value, say) => (typeof value === 'string' || isText(value) ? say(value) : value)
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

/** Makes the sentences of an answer in a language. */
export type SayAnswer = <T>(answer: T, language: string) => T

/** @param schema of the answer: where in it texts are is found once */
export function sayAnswer(schema: z.ZodType): SayAnswer {
  const change = changeOf(schema)
  return <T>(answer: T, language: string): T =>
    change === null ? answer : (change(answer, (said) => inLanguage(language, said)) as T)
}

const EVENTS: Partial<Record<EventName, SayAnswer>> = {
  job: sayAnswer(Job),
  video: sayAnswer(VideoJob),
  credits: sayAnswer(Statement),
  training: sayAnswer(LoraTraining),
  notice: sayAnswer(z.object({ title: Said, message: Said })),
}

/** As {@link sayAnswer}, of the data of an event as it goes over the wire. */
export function sayEvent(event: string, data: string, language: string): string {
  const say = language === 'en' ? undefined : EVENTS[event as EventName]
  return say === undefined ? data : JSON.stringify(say(JSON.parse(data), language))
}

/**
 * The body of a failed call: messages by field, or `detail`. What the log alone may say is answered by a reference to it.
 * @param reference of the request, as it stands in the log
 */
export function sayError(
  { fields, userMessage, extra }: AppError,
  language: string,
  reference: string,
): object {
  const say: Say = (said) => inLanguage(language, said)
  if (!fields) {
    return {
      detail: say(userMessage ?? `Something went wrong. Reference: ${reference}.`),
      ...extra,
    }
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, messages.map(say)]),
  )
}
