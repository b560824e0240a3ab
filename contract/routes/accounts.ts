export const login = { method: 'POST', path: '/api/dj-rest-auth/login/' } as const
export const passSecondFactor = {
  method: 'POST',
  path: '/api/dj-rest-auth/login/second_factor/',
} as const
export const logout = { method: 'POST', path: '/api/dj-rest-auth/logout/' } as const
export const challenge = { method: 'GET', path: '/api/dj-rest-auth/challenge/' } as const
export const register = { method: 'POST', path: '/api/dj-rest-auth/register/' } as const
export const readConfirmation = {
  method: 'GET',
  path: '/api/dj-rest-auth/registration/verify-email/',
} as const
export const verifyEmail = {
  method: 'POST',
  path: '/api/dj-rest-auth/registration/verify-email/',
} as const
export const resendEmail = {
  method: 'POST',
  path: '/api/dj-rest-auth/registration/resend-email/',
} as const
export const passwordReset = { method: 'POST', path: '/api/dj-rest-auth/password/reset/' } as const
export const passwordResetConfirm = {
  method: 'POST',
  path: '/api/dj-rest-auth/password/reset/confirm/',
} as const
export const passwordChange = {
  method: 'POST',
  path: '/api/dj-rest-auth/password/change/',
} as const
export const google = { method: 'POST', path: '/api/rest-auth/google/' } as const
export const facebook = { method: 'POST', path: '/api/rest-auth/facebook/' } as const
