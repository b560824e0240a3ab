import type { SecondFactorMethod } from '#contract/second-factor.ts'
import type { Caller } from '#server/platform/route.ts'
import {
  addressKey,
  keyIn,
  type Limit,
  networkKey,
  type RateLimiter,
} from '#server/platform/rate-limit.ts'
import { isKnownDevice } from './devices.ts'
import type { AccountsContext } from './types.ts'

const TEN_MINUTES = 600
const HOUR = 3600
/** Mails an hour to one address that one network, one device or one person can ask for, and all strangers together. */
const MAILS_PER_ASKER = 10
const MAILS_PER_ADDRESS = 30
/** Wrong codes of an authenticator app that one known browser, or all others together, may send for an account: three codes in a million are right. */
const GUESSED_CODES: Limit = { name: 'login-codes', points: 100, seconds: 86_400 }

type Limited = Pick<AccountsContext, 'config' | 'limiter' | 'db'>

/** Who tries from outside to get into the account of an address. */
export interface Knock {
  email: string
  ip: string
  /** What the browser's cookie says that it is, see devices.ts. */
  device: string | null
}

/** One attempt to guess a secret: counted before it is judged, so that many at once cannot slip through. */
export interface Attempt {
  /** Takes this attempt out of the count, because the guess was right. */
  discount(): Promise<void>
}

type Count = [Limit, string]

async function countAttempt(limiter: RateLimiter, counts: Count[]): Promise<Attempt> {
  for (const [limit, key] of counts) await limiter.consume(limit, key)
  return {
    async discount() {
      for (const [limit, key] of counts) await limiter.giveBack(limit, key)
    },
  }
}

const accountOf = (email: string): string => email.trim().toLowerCase()

/** The limits of one account. No password counts by the account alone, or a stranger could lock its owner out. */
function perAccount({ config }: Pick<Limited, 'config'>, name: string): Limit {
  return { name, points: config.limits.failedLoginsPerAccount, seconds: TEN_MINUTES }
}

function perNetwork({ config }: Limited, ip: string): Count {
  const points = config.limits.failedLoginsPerIp
  return [{ name: 'login-ip', points, seconds: TEN_MINUTES }, networkKey(ip)]
}

/** The counts of an attempt to get into an account. */
async function countsOfLogin(
  context: Limited,
  { email, ip, device }: Knock,
): Promise<{ isKnown: boolean; counts: Count[] }> {
  const account = accountOf(email)
  if (device !== null && (await isKnownDevice(context.db, device, email))) {
    const own: Count = [perAccount(context, 'login-device'), keyIn(account, device)]
    return { isKnown: true, counts: [own] }
  }
  const here: Count = [perAccount(context, 'login-account'), keyIn(account, networkKey(ip))]
  return { isKnown: false, counts: [perNetwork(context, ip), here] }
}

/**
 * Counts an attempt to know an account's password, by the account and the network, and by the network. A device that has
 * signed in before is counted by itself, whoever else tries. Accounts that do not exist are counted alike.
 * @throws {AppError} `throttled`
 */
export async function countLogin(context: Limited, knock: Knock): Promise<Attempt> {
  return countAttempt(context.limiter, (await countsOfLogin(context, knock)).counts)
}

/**
 * Counts an attempt of somebody signed in to know their password: by their session, which nobody else has.
 * @throws {AppError} `throttled`
 */
export function countProof(context: Limited, caller: Caller): Promise<Attempt> {
  const key = caller.tokenHash.toString('base64url')
  return countAttempt(context.limiter, [[perAccount(context, 'login-session'), key]])
}

/**
 * Counts an attempt to show the second factor of an account, whose password is known already: as {@link countLogin} does. Six digits
 * can be guessed from many networks and over many days, so that codes also count by the day: of browsers which never signed in by the
 * account, of a known one by itself. That does not lock the owner out, for passkeys, recovery codes and known browsers do not count
 * by the account.
 * @throws {AppError} `throttled`
 */
export async function countSecondFactor(
  context: Limited,
  knock: Knock,
  method: SecondFactorMethod,
): Promise<Attempt> {
  const { isKnown, counts } = await countsOfLogin(context, knock)
  const account = accountOf(knock.email)
  if (method === 'code')
    counts.push([GUESSED_CODES, isKnown ? keyIn(account, knock.device!) : account])
  return countAttempt(context.limiter, counts)
}

/** Forgets the failed logins of an account, for who has shown that they read its mailbox. */
export async function forgetFailedLogins(context: Limited, email: string): Promise<void> {
  for (const name of ['login-account', 'login-device']) {
    await context.limiter.forget(perAccount(context, name), accountOf(email))
  }
}

/** Counts an attempt to guess a secret that names no account: a reset link, a provider's token. */
export function countSecret(context: Limited, ip: string): Promise<Attempt> {
  return countAttempt(context.limiter, [perNetwork(context, ip)])
}

/** @throws {AppError} `throttled` */
export async function countRegistration({ config, limiter }: Limited, ip: string): Promise<void> {
  const points = config.limits.registrationsPerIp
  await limiter.consume({ name: 'register-ip', points, seconds: HOUR }, addressKey(ip))
}

/**
 * Whether what a stranger asks for may still send a mail to this address; they are not told. A device that has signed in
 * is counted by itself. What all strangers together may ask for is much, and the links of those mails work for an hour:
 * at any time the owner has such a link, or may ask for one.
 */
export async function mayMail(context: Limited, { email, ip, device }: Knock): Promise<boolean> {
  const { limiter, config } = context
  const account = accountOf(email)
  const perAsker: Limit = { name: 'mail-asker', points: MAILS_PER_ASKER, seconds: HOUR }
  if (device !== null && (await isKnownDevice(context.db, device, email))) {
    return limiter.allows(perAsker, keyIn(account, device))
  }
  const points = config.limits.registrationsPerIp
  const byAddress = await limiter.allows({ name: 'mail-ip', points, seconds: HOUR }, addressKey(ip))
  const byNetwork = await limiter.allows(perAsker, keyIn(account, networkKey(ip)))
  if (!byAddress || !byNetwork) return false
  return limiter.allows({ name: 'mail-address', points: MAILS_PER_ADDRESS, seconds: HOUR }, account)
}

/** Whether somebody signed in may have one more mail sent to an address: what others ask for does not count. */
export function mayMailFor({ limiter }: Limited, caller: Caller, email: string): Promise<boolean> {
  const limit: Limit = { name: 'mail-asker', points: MAILS_PER_ASKER, seconds: HOUR }
  return limiter.allows(limit, keyIn(accountOf(email), caller.userId))
}
