import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { OwnerProof, type PasskeyDescriptor, RecoveryCodes } from './second-factor.ts'
import * as routes from './routes.ts'
import { PASSKEY_LIMITS } from './values/passkeys.ts'

/** Bytes in base64url, as WebAuthn's JSON writes them. */
const Base64Url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(20_000)

const Descriptor: z.ZodType<PasskeyDescriptor> = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** `RegistrationResponseJSON` of WebAuthn, as far as it is read. */
export const PasskeyRegistration = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** `AuthenticationResponseJSON` of WebAuthn, as far as it is read. */
export const PasskeyAssertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Host that it logs in at. */
  host: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const passkeys = {
  list: endpoint({
    ...routes.passkeys.list,
    access: 'session',
    summary: 'Passkeys of the caller, the oldest first',
    response: z.object({ results: z.array(Passkey) }),
  }),
  begin: endpoint({
    ...routes.passkeys.begin,
    access: 'session',
    summary: 'Begin to add a passkey; answers what the browser makes one from, for ten minutes',
    body: OwnerProof,
    response: PasskeyCreation,
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
  finish: endpoint({
    ...routes.passkeys.finish,
    access: 'session',
    summary: 'Add the passkey that the browser made; from then on a login asks for a second factor',
    body: z.strictObject({
      name: z.string().trim().min(1).max(PASSKEY_LIMITS.name),
      credential: PasskeyRegistration,
    }),
    /** Recovery codes come with the first factor of an account. */
    response: Passkey.extend({ recovery_codes: RecoveryCodes.nullable() }),
    statuses: [201],
    errors: ['conflict', 'throttled'],
  }),
  remove: endpoint({
    ...routes.passkeys.remove,
    access: 'session',
    summary: 'Remove a passkey',
    params: IdParams,
    body: OwnerProof.optional(),
    response: Nothing,
    errors: ['permission_denied', 'not_found', 'throttled'],
  }),
}
