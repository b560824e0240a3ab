import Stripe from 'stripe'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2

/** The SDK at Stripe, or at any server that speaks like it. */
export function createStripe(secretKey: string, apiBase: string | null): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : Number(base.port),
    }),
  })
}

/** No such object, or no such invoice to come. */
const MISSING = new Set<string | undefined>(['resource_missing', 'invoice_upcoming_none'])

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && MISSING.has(error.code)
}

/** An object that is in another state than the request assumed, such as an invoice that was paid meanwhile. */
export function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError
}

function toAppError(error: InstanceType<typeof Stripe.errors.StripeError>): AppError {
  const told = `${error.type}${error.code ? ` ${error.code}` : ''}: ${error.message}`
  const { errors } = Stripe
  if (
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  ) {
    return new AppError(
      'provider_not_configured',
      `The payment provider refuses our key: ${told}`,
      {
        userMessage: t('billing.notSetUp'),
        cause: error,
      },
    )
  }
  if (error instanceof errors.StripeCardError) {
    return new AppError('provider_error', told, { userMessage: error.message, cause: error })
  }
  if (isRefused(error) || error instanceof errors.StripeIdempotencyError) {
    return new AppError('provider_error', told, {
      userMessage: t('billing.providerRefused'),
      cause: error,
    })
  }
  return new AppError('unavailable', `The payment provider does not answer: ${told}`, {
    userMessage: t('billing.providerSilent'),
    retryAfterSeconds: 60,
    cause: error,
  })
}

/** @throws {AppError} `unavailable` when it may work later, else `provider_error` or `provider_not_configured` */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? toAppError(error) : error
  }
}

/** Null for what is not there. */
export async function askFor<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return null
    throw error instanceof Stripe.errors.StripeError ? toAppError(error) : error
  }
}

/** For acts that may have been done already: a refusal is as good as done. */
export async function askOnce(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (isMissing(error) || isRefused(error)) return
    throw error instanceof Stripe.errors.StripeError ? toAppError(error) : error
  }
}

/** The id in a reference, which is the whole object where it was expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
