import { isIP } from 'node:net'
import { z } from 'zod'
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

/** What holds without a setting, as Markdown. */
export function usualOf(schema: z.ZodType): string {
  const usual = schema.meta()?.['usual']
  if (typeof usual === 'string') return usual
  const value = schema.parse(undefined)
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : 'none'
}

/** Messages complete the sentence that starts with the setting's name. */
const MUST = {
  integer: (min: number, max: number) => `must be a whole number from ${min} to ${max}`,
  url: (schemes: string[]) => `must be a URL that starts with ${schemes.join(':// or ')}://`,
}

export const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, MUST.integer(min, max))
    .transform(Number)
    .refine((value) => value >= min && value <= max, MUST.integer(min, max))
    .default(fallback)

export const url = (...schemes: string[]) =>
  z.string().refine(
    (text) => {
      const parsed = URL.parse(text)
      return parsed !== null && schemes.includes(parsed.protocol.slice(0, -1))
    },
    { error: MUST.url(schemes), abort: true },
  )

/** A regular expression with a named group. */
export const pattern = (group: string) =>
  z.string().transform((text, context) => {
    try {
      if (text.includes(`(?<${group}>`)) return new RegExp(text)
    } catch {
      // Said below.
    }
    context.addIssue(`must be a regular expression with the group ${group}`)
    return z.NEVER
  })

export const httpUrl = url('http', 'https')

export const origin = httpUrl
  .refine((text) => {
    const { pathname, search, hash } = new URL(text)
    return pathname === '/' && search === '' && hash === ''
  }, 'must be an address without a path')
  .transform((text) => new URL(text).origin)

/** `1` for yes, `0` for no. */
export const yesOrNo = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')

/** `1` for yes. */
export const switchedOn = yesOrNo.default(false)

export const list = (text: string) => text.split(',').map((item) => item.trim())

export const roles = z
  .string()
  .transform(list)
  .refine(
    (items) => items.every((item) => (ROLES as readonly string[]).includes(item)),
    `must be a comma-separated choice of ${ROLES.join(', ')}`,
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
  .refine(
    (items) => items.every(isNetwork),
    'must be a comma-separated list of addresses like 10.0.0.0/8',
  )
  .default([])

export const hosts = z
  .string()
  .transform((text) => list(text.toLowerCase()))
  .refine(
    (items) => items.every((item) => /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/.test(item)),
    'must be a comma-separated list of hosts like images.example.com',
  )
  .default([])

export const languages = z
  .string()
  .transform(list)
  .refine(
    (items) => items[0] === 'en' && items.every((item) => ['en', 'es'].includes(item)),
    'must be en or en,es',
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
    'must be a comma-separated list of addresses like http://127.0.0.1:7860, each once',
  )
  .default([])

/** Plans that are not named keep what they have. In bytes. */
export const uploadStorage = z
  .string()
  .refine(
    (text) => list(text).every((item) => /^(?:free|basic|starter|hobby|pro)=\d{1,9}$/.test(item)),
    'must be a comma-separated list of megabytes by plan, like free=200,pro=25600',
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

export const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name')

/** Who may open an account. */
export const registration = z
  .enum(['open', 'invitation', 'closed'], 'must be open, invitation or closed')
  .default('open')
