import {
  type AuthenticatorTransport,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration } from '#contract/passkeys.ts'
import type { PasskeyDescriptor, PasskeyRequest } from '#contract/second-factor.ts'

/** Transports of later browsers are passed on as they came. */
const known = (keys: readonly PasskeyDescriptor[]) =>
  keys.map((key) => ({ ...key, transports: key.transports as AuthenticatorTransport[] }))

/**
 * Has the browser make a passkey.
 * @throws Error where the person or the browser refuses
 */
export function makePasskey(options: PasskeyCreation): Promise<PasskeyRegistration> {
  return startRegistration({
    optionsJSON: { ...options, excludeCredentials: known(options.excludeCredentials) },
  })
}

/**
 * Has the browser answer with one of these passkeys.
 * @throws Error where the person or the browser refuses
 */
export function askForPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  return startAuthentication({
    optionsJSON: { ...options, allowCredentials: known(options.allowCredentials) },
  })
}
