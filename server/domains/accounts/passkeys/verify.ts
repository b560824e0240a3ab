import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** A passkey as it was made. */
interface NewKey {
  id: Buffer
  publicKey: Buffer
  counter: number
}

// It is a second factor: the password has shown who it is, the passkey that they have it.
const requireUserVerification = false

const expected = ({ id, origins }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: id,
  requireUserVerification,
})

/** Reads what a browser made for a challenge. @returns null for what is not right */
export async function verifyRegistration(
  site: RelyingParty,
  challenge: string,
  { response, ...credential }: PasskeyRegistration,
): Promise<NewKey | null> {
  const { clientDataJSON, attestationObject } = response
  const made: RegistrationResponseJSON = {
    ...credential,
    response: { clientDataJSON, attestationObject },
    clientExtensionResults: {},
  }
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: made,
      ...expected(site, challenge),
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { id: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
  } catch {
    // The library throws for whatever is wrong with bytes from outside.
    return null
  }
}

/** Reads an answer of a passkey to a challenge. @returns its counter from now on; null for what is not right */
export async function verifyAssertion(
  site: RelyingParty,
  challenge: string,
  { key, assertion }: { key: NewKey; assertion: PasskeyAssertion },
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const answer: AuthenticationResponseJSON = {
    ...assertion,
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  }
  const credential = {
    id: key.id.toString('base64url'),
    publicKey: new Uint8Array(key.publicKey),
    counter: key.counter,
  }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      credential,
      ...expected(site, challenge),
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
