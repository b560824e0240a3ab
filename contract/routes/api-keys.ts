export const list = { method: 'GET', path: '/api/api_keys/' } as const
export const create = { method: 'POST', path: '/api/api_keys/' } as const
export const revoke = { method: 'DELETE', path: '/api/api_keys/:id/' } as const
export const calls = { method: 'GET', path: '/api/api_keys/:id/calls/' } as const
