export const read = { method: 'GET', path: '/api/setup/' } as const
export const check = { method: 'POST', path: '/api/setup/check/' } as const
export const open = { method: 'POST', path: '/api/setup/' } as const
