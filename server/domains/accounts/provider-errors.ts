import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import { OutboundError, type OutboundResponse } from '#server/platform/outbound-http.ts'
import { t } from '#server/texts/index.ts'

export type Provider = 'Google' | 'Facebook'

/** Sign-in with this provider is not set up here. */
export function notConfigured(provider: Provider): AppError {
  return userError('provider_not_configured', t('accounts.providerNotAvailable', { provider }))
}

/** The provider does not know the token, or gave it to another application. */
export function refusedToken(): AppError {
  return invalidField('access_token', t('accounts.loginNotAccepted'))
}

/** The provider cannot be asked now. */
export function providerError(provider: Provider, reason: string, cause?: unknown): AppError {
  return new AppError('provider_error', `${provider}: ${reason}`, {
    userMessage: t('accounts.providerUnwell', { provider }),
    cause,
  })
}

/** Asks a provider and reads its JSON; whatever goes wrong on the way is a `provider_error`. */
export async function askProvider(
  provider: Provider,
  ask: () => Promise<OutboundResponse>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await ask()
    return { status: response.status, body: response.json() }
  } catch (error) {
    if (error instanceof OutboundError) throw providerError(provider, error.message, error)
    throw error
  }
}
