import { isIP } from 'node:net'
import { z } from 'zod'
import { fault } from '#contract/said.ts'
import type { PlanName } from '#contract/users.ts'

/** What a process of the program may do. */
export const ROLES = ['web', 'worker', 'cron'] as const
export type Role = (typeof ROLES)[number]

/**
 * A setting with its line in docs/configuration.md.
 * @param means what it is for
 * @param usual what holds without it, in words, where the schema's default does not say it
 */
export const note = <S extends z.ZodType>(schema: S, means: string, usual?: string): S =>
  schema.meta({ description: means, usual })

/** As {@link note}, of a setting that administrators may change in the console, too: it holds at once in every process. */
export const live: typeof note = (schema, means, usual) =>
  schema.meta({ description: means, usual, console: 'live' })

/** As {@link live}, but it holds from the next start on, because parts of the program are built from it. */
export const fromStart: typeof note = (schema, means, usual) =>
  schema.meta({ description: means, usual, console: 'restart' })

/** When a change in the console holds; null: the console may not change it. */
export const consoleOf = (schema: z.ZodType): 'live' | 'restart' | null =>
  (schema.meta()?.['console'] as 'live' | 'restart' | undefined) ?? null

/** What holds without a setting, as Markdown. */
export function usualOf(schema: z.ZodType): string {
  const usual = schema.meta()?.['usual']
  if (typeof usual === 'string') return usual
  const value = schema.parse(undefined)
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : 'none'
}

/** Splits choices for a sentence that has a word before the last of them. */
function beforeLast(choices: readonly string[]): { choices: string; last: string } {
  return { choices: choices.slice(0, -1).join(', '), last: choices.at(-1) ?? '' }
}

export const integer = (min: number, max: number, fallback: number) => {
  const error = fault('settings.wholeNumber', { min, max })
  return z
    .string()
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
    .default(fallback)
}

export const url = (...schemes: string[]) => {
  const { choices, last } = beforeLast(schemes.map((scheme) => `${scheme}://`))
  return z.string().refine(
    (text) => {
      const parsed = URL.parse(text)
      return parsed !== null && schemes.includes(parsed.protocol.slice(0, -1))
    },
    { error: fault('settings.url', { choices, last }), abort: true },
  )
}

/** One of several words, of which two are the fewest. */
export const oneOf = <const Choices extends readonly string[]>(...choices: Choices) => {
  const { choices: others, last } = beforeLast(choices)
  return z.enum(choices, fault('settings.oneOf', { choices: others, last }))
}

/** A text of at most so many characters. */
export const atMost = (most: number) => z.string().max(most, fault('settings.tooLong', { most }))

/** A regular expression with a named group. */
export const pattern = (group: string) =>
  z.string().transform((text, context) => {
    try {
      if (text.includes(`(?<${group}>`)) return new RegExp(text)
    } catch {
      // Said below.
    }
    context.addIssue(fault('settings.expression', { group }))
    return z.NEVER
  })

export const httpUrl = url('http', 'https')

export const origin = httpUrl
  .refine((text) => {
    const { pathname, search, hash } = new URL(text)
    return pathname === '/' && search === '' && hash === ''
  }, fault('settings.origin'))
  .transform((text) => new URL(text).origin)

/** `1` for yes, `0` for no. */
export const yesOrNo = oneOf('0', '1').transform((text) => text === '1')

/** `1` for yes. */
export const switchedOn = yesOrNo.default(false)

export const list = (text: string) => text.split(',').map((item) => item.trim())

export const roles = z
  .string()
  .transform(list)
  .refine(
    (items) => items.every((item) => (ROLES as readonly string[]).includes(item)),
    fault('settings.choiceOf', { list: ROLES.join(', ') }),
  )
  .transform((items) => [...new Set(items as Role[])])
  .default([...ROLES])

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

export const networks = z
  .string()
  .transform(list)
  .refine((items) => items.every(isNetwork), fault('settings.networks'))
  .default([])

export const hosts = z
  .string()
  .transform((text) => list(text.toLowerCase()))
  .refine(
    (items) => items.every((item) => /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/.test(item)),
    fault('settings.hosts'),
  )
  .default([])

export const languages = z
  .string()
  .transform(list)
  .refine(
    (items) => items[0] === 'en' && items.every((item) => ['en', 'es'].includes(item)),
    fault('settings.oneOf', { choices: 'en', last: 'en,es' }),
  )
  .default(['en', 'es'])

export const words = z
  .string()
  .transform((text) => list(text.toLowerCase()).filter((word) => word !== ''))
  .default([])

/** Megabytes by plan. */
export const UPLOAD_STORAGE: Record<PlanName, number> = {
  free: 200,
  basic: 2048,
  starter: 5120,
  hobby: 10_240,
  pro: 25_600,
}

/** Addresses of servers that may have a user name and a password in them. */
export const serverUrls = z
  .string()
  .transform(list)
  .refine(
    (items) =>
      items.every((item) => ['http:', 'https:'].includes(URL.parse(item)?.protocol ?? '')) &&
      new Set(items.map((item) => URL.parse(item)?.host)).size === items.length,
    fault('settings.servers'),
  )
  .default([])

/** Plans that are not named keep what they have. In bytes. */
export const uploadStorage = z
  .string()
  .refine(
    (text) => list(text).every((item) => /^(?:free|basic|starter|hobby|pro)=\d{1,9}$/.test(item)),
    fault('settings.megabytes'),
  )
  .transform((text): Record<string, number> =>
    Object.fromEntries(
      list(text).map((item) => {
        const [plan = '', megabytes] = item.split('=')
        return [plan, Number(megabytes)]
      }),
    ),
  )
  .default({})
  .transform((given): Record<PlanName, number> => {
    const bytes = (plan: PlanName) => (given[plan] ?? UPLOAD_STORAGE[plan]) * 1024 ** 2
    return {
      free: bytes('free'),
      basic: bytes('basic'),
      starter: bytes('starter'),
      hobby: bytes('hobby'),
      pro: bytes('pro'),
    }
  })

export const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, fault('settings.host'))

/** Who may open an account. */
export const registration = oneOf('open', 'invitation', 'closed').default('open')
