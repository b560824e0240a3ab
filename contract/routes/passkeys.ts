export const list = { method: 'GET', path: '/api/account/passkeys/' } as const
export const begin = { method: 'POST', path: '/api/account/passkeys/begin/' } as const
export const finish = { method: 'POST', path: '/api/account/passkeys/finish/' } as const
export const remove = { method: 'DELETE', path: '/api/account/passkeys/:id/' } as const
