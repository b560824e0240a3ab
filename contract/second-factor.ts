import { z } from 'zod'
import { Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A code of the authenticator app, or one of the recovery codes; spaces and hyphens in it count for nothing. */
export const LoginCode = z.string().trim().min(6).max(40)

/** The owner's password; left out where there is none, and a fresh login counts. */
const OwnPassword = z.string().min(1).max(128).optional()

/** The second factor of a login, as its owner sees it. */
export const SecondFactorState = z.object({
  /** Null: there is none. */
  since: Timestamp.nullable(),
  recovery_codes_left: z.number().int(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

const RecoveryCodes = z.object({
  /** Each works once. They are shown in this answer only. */
  recovery_codes: z.array(z.string()),
})

export const secondFactor = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/two_factor/',
    access: 'session',
    summary: 'Whether a login asks for a code of an authenticator app',
    response: SecondFactorState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/account/two_factor/',
    access: 'session',
    summary:
      'Begin to set an authenticator app up; nothing asks for it before its first code is confirmed. Confirmed by the password, or by a fresh login where there is none',
    body: z.strictObject({ password: OwnPassword }),
    response: z.object({
      /** In base32, for who types it. */
      secret: z.string(),
      /** The address in the QR code (`otpauth:`). */
      uri: z.string(),
    }),
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/account/two_factor/confirm/',
    access: 'session',
    summary: 'Switch it on with the first code of the app; sessions that are open stay so',
    body: z.strictObject({ code: LoginCode }),
    response: RecoveryCodes,
    errors: ['conflict', 'throttled'],
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/account/two_factor/recovery_codes/',
    access: 'session',
    summary: 'Replace the recovery codes; the ones before stop working',
    body: z.strictObject({ password: OwnPassword, code: LoginCode }),
    response: RecoveryCodes,
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/account/two_factor/disable/',
    access: 'session',
    summary: 'Switch it off, by the password and a code',
    body: z.strictObject({ password: OwnPassword, code: LoginCode }),
    response: Nothing,
    statuses: [204],
    errors: ['permission_denied', 'conflict', 'throttled'],
  }),
}
