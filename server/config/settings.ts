import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { EXECUTION_PROVIDERS } from '#contract/execution-providers.ts'
import type { PlanName } from '#contract/users.ts'
import { LOG_LEVELS } from '#server/platform/log.ts'
import { processorCount } from '#server/platform/process/processor-count.ts'

/** What a process of the program may do. */
export const ROLES = ['web', 'worker', 'cron'] as const
export type Role = (typeof ROLES)[number]

const MODEL_DIR = join(import.meta.dirname, '..', '..', 'models', 'text-to-image')

/** Messages complete the sentence that starts with the setting's name. */
const MUST = {
  integer: (min: number, max: number) => `must be a whole number from ${min} to ${max}`,
  url: (schemes: string[]) => `must be a URL that starts with ${schemes.join(':// or ')}://`,
}

const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, MUST.integer(min, max))
    .transform(Number)
    .refine((value) => value >= min && value <= max, MUST.integer(min, max))
    .default(fallback)

const url = (...schemes: string[]) =>
  z.string().refine(
    (text) => {
      const parsed = URL.parse(text)
      return parsed !== null && schemes.includes(parsed.protocol.slice(0, -1))
    },
    { error: MUST.url(schemes), abort: true },
  )

const httpUrl = url('http', 'https')

const origin = httpUrl
  .refine((text) => {
    const { pathname, search, hash } = new URL(text)
    return pathname === '/' && search === '' && hash === ''
  }, 'must be an address without a path')
  .transform((text) => new URL(text).origin)

const list = (text: string) => text.split(',').map((item) => item.trim())

const roles = z
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

const networks = z
  .string()
  .transform(list)
  .refine(
    (items) => items.every(isNetwork),
    'must be a comma-separated list of addresses like 10.0.0.0/8',
  )
  .default([])

const hosts = z
  .string()
  .transform((text) => list(text.toLowerCase()))
  .refine(
    (items) => items.every((item) => /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/.test(item)),
    'must be a comma-separated list of hosts like images.example.com',
  )
  .default([])

const words = z
  .string()
  .transform((text) => list(text.toLowerCase()).filter((word) => word !== ''))
  .default([])

/** Megabytes by plan. */
const UPLOAD_STORAGE: Record<PlanName, number> = {
  free: 200,
  basic: 2048,
  starter: 5120,
  hobby: 10_240,
  pro: 25_600,
}

/** Addresses of servers that may have a user name and a password in them. */
const serverUrls = z
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
const uploadStorage = z
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

const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name')

/**
 * Every setting of the program, by the name that it has in the environment. An empty value counts as none.
 * What they are for stands in the README's table.
 */
export const Settings = z.object({
  PORT: integer(0, 65_535, 3000),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().default('./.data'),
  PUBLIC_URL: origin.optional(),
  ROLES: roles,
  ALLOW_TEST_MODE: z
    .enum(['0', '1'], 'must be 0 or 1')
    .transform((text) => text === '1')
    .default(false),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json'], 'must be pretty or json').optional(),
  TRUSTED_PROXIES: networks,
  IMAGE_HOSTS: hosts,

  DATABASE_URL: url('postgres', 'postgresql').optional(),
  DATABASE_CONNECTIONS: integer(2, 1000, 10),

  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z.string().includes('@', 'must be an email address').optional(),

  SUPPORT_URL: url('https', 'http', 'mailto').optional(),

  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),

  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().transform(list).default([]),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_BILLING_MODE: z.enum(['flexible', 'classic']).default('flexible'),

  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_TOKENINFO_URL: httpUrl.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: httpUrl.default('https://www.googleapis.com/oauth2/v3/userinfo'),
  FACEBOOK_APP_ID: z.string().optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: httpUrl.default('https://graph.facebook.com/v23.0'),

  FAILED_LOGINS_PER_ACCOUNT: integer(1, 1_000_000, 10),
  FAILED_LOGINS_PER_IP: integer(1, 1_000_000, 100),
  REGISTRATIONS_PER_IP: integer(1, 1_000_000, 60),
  FREE_GRANTS_PER_IP: integer(1, 1_000_000, 3),
  API_LIMIT_PER_ADDRESS: integer(0, 10_000_000, 3000),
  API_LIMIT_PER_CALLER: integer(0, 10_000_000, 1200),
  ADJUSTMENT_LIMIT: integer(0, 1_000_000, 1000),
  ENGINE_CENTS_PER_HOUR: integer(0, 1_000_000, 0),
  LOGIN_BONUS: integer(0, 1_000_000, 30),
  BLOCKED_WORDS: words,
  BLUR_PICTURES_ABOVE: integer(1, 101, 70),
  BLOCK_PICTURES_ABOVE: integer(1, 101, 95),
  UPLOAD_DAYS: integer(1, 36_500, 30),
  UPLOAD_STORAGE_MB: uploadStorage,

  // One core stays free for everybody who waits for a page.
  ENGINE_THREADS: integer(1, 256, Math.max(1, Math.min(8, processorCount() - 1))),
  ENGINE_PROVIDER: z
    .enum(EXECUTION_PROVIDERS, `must be one of ${EXECUTION_PROVIDERS.join(', ')}`)
    .default('cpu'),
  MODEL_DIR: z.string().default(MODEL_DIR),
  MODELS_DIR: z.string().optional(),
  DRAWINGS_AT_ONCE: integer(1, 1000, 1),
  TOOLS_AT_ONCE: integer(1, 1000, 1),
  A1111_URLS: serverUrls,
  DEADLINE_PENDING_SECONDS: integer(1, 1_000_000, 7200),
  DEADLINE_RUNNING_MIN_SECONDS: integer(1, 1_000_000, 600),
  DEADLINE_RUNNING_FACTOR: integer(1, 1000, 5),
})
export type Settings = z.output<typeof Settings>

/** Values that must not appear in an error message. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set<keyof Settings>([
  'SECRET_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FACEBOOK_APP_SECRET',
  'A1111_URLS',
])

/** Settings that make sense only together: when the first is there, so must the others be. */
export const TOGETHER: readonly (keyof Settings)[][] = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
]
