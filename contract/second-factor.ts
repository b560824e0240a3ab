import { z } from 'zod'
import { Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** A code of the authenticator app, or one of the recovery codes; spaces and hyphens in it count for nothing. */
export const LoginCode = z.string().trim().min(6).max(40)

/** Ways to show a second factor, by the names of their fields in the call that takes them. */
export type SecondFactorMethod = 'assertion' | 'code' | 'recovery_code'

/** A passkey as WebAuthn names it. */
export interface PasskeyDescriptor {
  type: 'public-key'
  id: string
  transports: string[]
}

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`. */
export interface PasskeyRequest {
  challenge: string
  rpId: string
  allowCredentials: PasskeyDescriptor[]
  userVerification: 'preferred'
  timeout: number
}

/** Answered beside `detail` by a login with `second_factor_required`. */
export interface SecondFactorQuestion {
  /** Stands for what was shown so far: for ten minutes, once, and for a few tries. */
  challenge: string
  /** Those that the account can use at this host. */
  methods: SecondFactorMethod[]
  /** For the browser, where `methods` has `assertion`; else null. */
  passkey: PasskeyRequest | null
}

/** By which an owner shows, once more, that an account is theirs. */
export const OwnerProof = z.strictObject({
  /** Left out where there is none, and a fresh login counts. */
  password: z.string().min(1).max(128).optional(),
  /** Where the account has a second factor; left out after a login of the last ten minutes, which has passed it. */
  code: LoginCode.optional(),
})

/** The second factor of a login, as its owner sees it. */
export const SecondFactorState = z.object({
  /** Since when the codes of an authenticator app are asked for; null: there is no app. */
  since: Timestamp.nullable(),
  passkeys: z.number().int(),
  recovery_codes_left: z.number().int(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** Each works once. They are shown in this answer only. */
export const RecoveryCodes = z.array(z.string())

export const secondFactor = {
  read: endpoint({
    ...routes.secondFactor.read,
    access: 'session',
    summary: 'What a login asks for beside the password',
    response: SecondFactorState,
  }),
  begin: endpoint({
    ...routes.secondFactor.begin,
    access: 'session',
    summary:
      'Begin to set an authenticator app up; nothing asks for it before its first code is confirmed',
    body: OwnerProof,
    response: z.object({
      /** In base32, for who types it. */
      secret: z.string(),
      /** The address in the QR code (`otpauth:`). */
      uri: z.string(),
    }),
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
  finish: endpoint({
    ...routes.secondFactor.finish,
    access: 'session',
    summary: 'Switch the app on with its first code; sessions that are open stay so',
    body: z.strictObject({ code: LoginCode }),
    /** Null where a passkey came first: the codes of then go on. */
    response: z.object({ recovery_codes: RecoveryCodes.nullable() }),
    errors: ['conflict', 'throttled'],
  }),
  renewCodes: endpoint({
    ...routes.secondFactor.renewCodes,
    access: 'session',
    summary: 'Replace the recovery codes; the ones before stop working',
    body: OwnerProof,
    response: z.object({ recovery_codes: RecoveryCodes }),
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
  disable: endpoint({
    ...routes.secondFactor.disable,
    access: 'session',
    summary: 'Switch the authenticator app off; passkeys stay',
    body: OwnerProof.optional(),
    response: Nothing,
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
}
