import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import { OutboundError, type OutboundResponse } from '#server/platform/outbound-http.ts'

export type Provider = 'Google' | 'Facebook'

/** Sign-in with this provider is not set up here. */
export function notConfigured(provider: Provider): AppError {
  return userError('provider_not_configured', `Logging in with ${provider} is not available.`)
}

/** The provider does not know the token, or gave it to another application. */
export function refusedToken(): AppError {
  return invalidField('access_token', 'The login was not accepted. Please try again.')
}

/** The provider cannot be asked now. */
export function providerError(provider: Provider, reason: string, cause?: unknown): AppError {
  return new AppError('provider_error', `${provider}: ${reason}`, {
    userMessage: `${provider} isn't responding correctly. Please try again later.`,
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
