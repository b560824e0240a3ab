import { z } from 'zod'
import { Detail } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { WorkChallenge, WorkSolution } from './proof-of-work.ts'
import { LoginCode } from './second-factor.ts'
import * as routes from './routes.ts'

/**
 * An address with its domain as mail servers know it: `info@müller.example` is `info@xn--mller-kva.example`. What is no
 * address comes back as it is.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // Only letters beyond ASCII are looked at, so that nothing else is taken for a part of a URL.
  if (at < 1 || !/[^\0-\x7f]/.test(domain) || /[/:?#@\\[\]%\s]/.test(domain)) return email
  const host = URL.parse(`http://${domain}/`)?.hostname
  return host === undefined ? email : `${email.slice(0, at)}@${host}`
}

/**
 * As zod has it, and top-level domains that are international themselves: `xn--p1ai`. Without flags, which are not told with it in
 * descriptions of the API.
 */
const ADDRESS =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z\d-]{2,})$/

/**
 * Stored as it was written but for an international domain, which is stored in ASCII; one account for all spellings in
 * upper and lower case.
 */
export const EmailAddress = z
  .string()
  .trim()
  .overwrite(withAsciiDomain)
  .max(254)
  .pipe(z.email({ pattern: ADDRESS }))
export const Password = z.string().min(1).max(128)
/** `key` is the session token for `Authorization: Token KEY`. */
export const SessionKey = z.object({ key: z.string() })
/** Where to go on after the address is confirmed: a path of this site. */
const NextPath = z.string().min(1).max(2000)
const LinkKey = z.string().min(1).max(200)
const AccessToken = z.strictObject({
  access_token: z.string().min(1).max(4096),
  /** Token of an invitation, for an account that is opened by this. */
  invitation: LinkKey.optional(),
  /** Of the account that has the address, asked for by `password_required`. */
  password: Password.optional(),
})

/** Why nobody, or not this person, may open an account. */
const REGISTRATION_ERRORS = [
  'registration_closed',
  'invitation_needed',
  'invitation_invalid',
] as const

/** State of a link that confirms an address, read before the button is pressed. */
export const ConfirmationLink = z.object({
  state: z.enum(['open', 'used', 'expired', 'unknown']),
  /** The address that it confirms, as far as its owner needs to know it again: `a•••@example.org`. */
  email_masked: z.string().nullable(),
  /** Whether the account has a password that can be shown instead of its session. */
  has_password: z.boolean(),
  /** Confirms another address of an account that has one already. */
  is_change: z.boolean(),
})
export type ConfirmationLink = z.infer<typeof ConfirmationLink>

export const accounts = {
  login: endpoint({
    ...routes.accounts.login,
    access: 'anonymous',
    summary: 'Log in with email and password',
    body: z.strictObject({ email: EmailAddress, password: Password }),
    response: SessionKey,
    errors: ['second_factor_required', 'throttled'],
  }),
  passSecondFactor: endpoint({
    ...routes.accounts.passSecondFactor,
    access: 'anonymous',
    summary: 'Finish a login that was answered by `second_factor_required`, by one of its methods',
    body: z.strictObject({
      challenge: LinkKey,
      /** Of the authenticator app. */
      code: LoginCode.optional(),
      /** The browser's answer for the passkey that was asked for. */
      assertion: PasskeyAssertion.optional(),
      recovery_code: LoginCode.optional(),
    }),
    response: SessionKey,
    errors: ['gone', 'throttled'],
  }),
  logout: endpoint({
    ...routes.accounts.logout,
    access: 'session',
    summary: 'End this session',
    body: z.strictObject({}).optional(),
    response: Detail,
  }),
  challenge: endpoint({
    ...routes.accounts.challenge,
    access: 'anonymous',
    summary:
      'A proof of work (altcha) for one call of `register/` or `password/reset/`; null where none is asked for',
    response: z.object({ challenge: WorkChallenge.nullable() }),
  }),
  register: endpoint({
    ...routes.accounts.register,
    access: 'anonymous',
    summary: 'Open an account; the answer is the same for an email that has one',
    body: z.strictObject({
      first_name: z.string().trim().min(1).max(150),
      last_name: z.string().trim().max(150).default(''),
      email: EmailAddress,
      password1: Password,
      password2: Password,
      next: NextPath.optional(),
      /** Token of an invitation. */
      invitation: LinkKey.optional(),
      /** The solved challenge, where one is asked for. */
      altcha: WorkSolution.optional(),
    }),
    /** `confirmed`: by an invitation where there is no mail server; one can log in and go on. */
    response: Detail.extend({ state: z.literal('confirmed').optional() }),
    statuses: [201],
    errors: [...REGISTRATION_ERRORS, 'throttled'],
  }),
  readConfirmation: endpoint({
    ...routes.accounts.readConfirmation,
    access: 'anonymous',
    summary: 'Read what a link to confirm an email address is worth; changes nothing',
    query: z.strictObject({ key: LinkKey }),
    response: ConfirmationLink,
  }),
  verifyEmail: endpoint({
    ...routes.accounts.verifyEmail,
    access: 'public',
    summary:
      "Confirm an email address with the key from the email and the account's session, its password, or a new password",
    body: z.strictObject({
      key: LinkKey,
      password: Password.optional(),
      new_password1: Password.optional(),
      new_password2: Password.optional(),
    }),
    /** `key` is a session's token, where a password was given. */
    response: Detail.extend({ state: z.literal('used').optional(), key: z.string().optional() }),
    errors: ['confirmation_needed', 'throttled'],
  }),
  resendEmail: endpoint({
    ...routes.accounts.resendEmail,
    access: 'anonymous',
    summary: 'Send the verification email again',
    body: z.strictObject({ email: EmailAddress, next: NextPath.optional() }),
    response: Detail,
    errors: ['throttled'],
  }),
  passwordReset: endpoint({
    ...routes.accounts.passwordReset,
    access: 'anonymous',
    summary: 'Ask for an email with a reset link',
    body: z.strictObject({
      email: EmailAddress,
      /** The solved challenge, where one is asked for. */
      altcha: WorkSolution.optional(),
    }),
    response: Detail,
    errors: ['throttled'],
  }),
  passwordResetConfirm: endpoint({
    ...routes.accounts.passwordResetConfirm,
    access: 'anonymous',
    summary: 'Set a new password with the link from the email',
    body: z.strictObject({
      uid: z.string().min(1).max(100),
      token: z.string().min(1).max(200),
      new_password1: Password,
      new_password2: Password,
    }),
    response: Detail,
    errors: ['throttled'],
  }),
  passwordChange: endpoint({
    ...routes.accounts.passwordChange,
    access: 'session',
    summary: 'Change the password; ends all other sessions and tells the owner by email',
    body: z.strictObject({
      old_password: Password,
      new_password1: Password,
      new_password2: Password,
    }),
    response: Detail,
    errors: ['throttled'],
  }),
  google: endpoint({
    ...routes.accounts.google,
    access: 'anonymous',
    summary: 'Log in with a Google access token',
    body: AccessToken,
    response: SessionKey,
    errors: [
      ...REGISTRATION_ERRORS,
      'provider_not_configured',
      'provider_error',
      'password_required',
      'second_factor_required',
      'throttled',
    ],
  }),
  facebook: endpoint({
    ...routes.accounts.facebook,
    access: 'anonymous',
    summary: 'Log in with a Facebook access token',
    body: AccessToken,
    response: SessionKey,
    errors: [
      ...REGISTRATION_ERRORS,
      'provider_not_configured',
      'provider_error',
      'second_factor_required',
      'throttled',
    ],
  }),
}
