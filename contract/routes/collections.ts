export const list = { method: 'GET', path: '/api/collections/' } as const
export const create = { method: 'POST', path: '/api/collections/' } as const
export const rename = { method: 'PATCH', path: '/api/collections/:id/' } as const
export const remove = { method: 'DELETE', path: '/api/collections/:id/' } as const
