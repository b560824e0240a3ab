/**
 * Every error that a call may answer, with its HTTP status: the one table from code to status.
 * The code travels in the header `X-Error-Code`; bodies are `{"field": ["message"]}` or `{"detail": "message"}`.
 */
export const ERROR_STATUS = {
  invalid: 400,
  not_authenticated: 401,
  invalid_token: 401,
  not_enough_credits: 402,
  permission_denied: 403,
  setup_closed: 403,
  bad_token: 403,
  /** Nobody may open an account here. */
  registration_closed: 403,
  /** Only who was invited may open one. */
  invitation_needed: 403,
  invitation_invalid: 403,
  consent_required: 403,
  age_statement_required: 403,
  csrf_failed: 403,
  email_not_verified: 403,
  confirmation_needed: 403,
  plan_required: 403,
  /** A login of somebody who has a second factor: its answer says how to go on (`SecondFactorQuestion`). */
  second_factor_required: 403,
  /** A change in a session that only sees the site as somebody does. */
  view_only: 403,
  /** A login that is refused because of a ban. */
  banned: 403,
  /** Any other call of somebody who is banned. */
  account_banned: 403,
  /** An order, a publication or a purchase of somebody whose account is limited. */
  account_limited: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  password_required: 409,
  already_claimed: 409,
  idempotency_mismatch: 409,
  quote_mismatch: 409,
  quote_used: 409,
  quote_expired: 409,
  payment_due: 409,
  gone: 410,
  payload_too_large: 413,
  storage_full: 413,
  unsupported_media_type: 415,
  throttled: 429,
  queue_full: 429,
  internal: 500,
  provider_error: 502,
  unavailable: 503,
  busy: 503,
  provider_not_configured: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const ERROR_CODE_HEADER = 'X-Error-Code'
