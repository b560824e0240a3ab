import { addressKey, type Limit, type RateLimiter } from '#server/platform/rate-limit.ts'
import type { AccountsContext } from './types.ts'

const TEN_MINUTES = 600
const HOUR = 3600
/** Mails an hour that strangers can have us send to one address. */
const MAILS_PER_ADDRESS = 10

type Limited = Pick<AccountsContext, 'config' | 'limiter'>

/** One attempt to guess a secret: counted before it is judged, so that many at once cannot slip through. */
export interface Attempt {
  /** Takes this attempt out of the count, because the guess was right. */
  discount(): Promise<void>
}

async function countAttempt(limiter: RateLimiter, counts: [Limit, string][]): Promise<Attempt> {
  for (const [limit, key] of counts) await limiter.consume(limit, key)
  return {
    async discount() {
      for (const [limit, key] of counts) await limiter.giveBack(limit, key)
    },
  }
}

function perAddress({ config }: Limited, ip: string): [Limit, string] {
  const points = config.limits.failedLoginsPerIp
  return [{ name: 'login-ip', points, seconds: TEN_MINUTES }, addressKey(ip)]
}

/**
 * Counts an attempt to know an account's password. Accounts that do not exist are counted alike.
 * @throws {AppError} `throttled`
 */
export function countLogin(context: Limited, email: string, ip: string): Promise<Attempt> {
  const points = context.config.limits.failedLoginsPerAccount
  return countAttempt(context.limiter, [
    perAddress(context, ip),
    [{ name: 'login-account', points, seconds: TEN_MINUTES }, email.toLowerCase()],
  ])
}

/** Counts an attempt to guess a secret that names no account: a reset link, a provider's token. */
export function countSecret(context: Limited, ip: string): Promise<Attempt> {
  return countAttempt(context.limiter, [perAddress(context, ip)])
}

/** @throws {AppError} `throttled` */
export async function countRegistration({ config, limiter }: Limited, ip: string): Promise<void> {
  const points = config.limits.registrationsPerIp
  await limiter.consume({ name: 'register-ip', points, seconds: HOUR }, addressKey(ip))
}

/** Whether what a stranger asks for may still send a mail to this address; they are not told. */
export async function mayMail(context: Limited, email: string, ip: string): Promise<boolean> {
  const { limiter, config } = context
  const points = config.limits.registrationsPerIp
  const byAddress = await limiter.allows({ name: 'mail-ip', points, seconds: HOUR }, addressKey(ip))
  const toMailbox = await limiter.allows(
    { name: 'mail-address', points: MAILS_PER_ADDRESS, seconds: HOUR },
    email.toLowerCase(),
  )
  return byAddress && toMailbox
}
