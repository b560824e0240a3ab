export const list = { method: 'GET', path: '/api/follows/' } as const
export const add = { method: 'POST', path: '/api/follows/' } as const
export const remove = { method: 'DELETE', path: '/api/follows/:id/' } as const
