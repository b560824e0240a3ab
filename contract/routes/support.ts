export const list = { method: 'GET', path: '/api/support/tickets/' } as const
export const create = { method: 'POST', path: '/api/support/tickets/' } as const
export const read = { method: 'GET', path: '/api/support/tickets/:id/' } as const
export const write = { method: 'POST', path: '/api/support/tickets/:id/messages/' } as const
