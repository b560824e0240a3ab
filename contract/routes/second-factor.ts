export const read = { method: 'GET', path: '/api/account/two_factor/' } as const
export const begin = { method: 'POST', path: '/api/account/two_factor/begin/' } as const
export const finish = { method: 'POST', path: '/api/account/two_factor/finish/' } as const
export const renewCodes = {
  method: 'POST',
  path: '/api/account/two_factor/recovery_codes/',
} as const
export const disable = { method: 'DELETE', path: '/api/account/two_factor/' } as const
