export const list = { method: 'GET', path: '/api/blocks/' } as const
export const add = { method: 'POST', path: '/api/blocks/' } as const
export const remove = { method: 'DELETE', path: '/api/blocks/:id/' } as const
