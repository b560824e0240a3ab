export const list = { method: 'GET', path: '/api/wildcards/' } as const
export const create = { method: 'POST', path: '/api/wildcards/' } as const
export const detail = { method: 'GET', path: '/api/wildcards/:id/' } as const
export const change = { method: 'PATCH', path: '/api/wildcards/:id/' } as const
export const remove = { method: 'DELETE', path: '/api/wildcards/:id/' } as const
