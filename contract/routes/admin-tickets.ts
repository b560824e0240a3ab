export const list = { method: 'GET', path: '/api/admin/tickets/' } as const
export const read = { method: 'GET', path: '/api/admin/tickets/:id/' } as const
export const answer = { method: 'POST', path: '/api/admin/tickets/:id/messages/' } as const
export const assign = { method: 'POST', path: '/api/admin/tickets/:id/assign/' } as const
export const close = { method: 'POST', path: '/api/admin/tickets/:id/close/' } as const
export const showJob = { method: 'POST', path: '/api/admin/tickets/:id/job/' } as const
export const compensate = { method: 'POST', path: '/api/admin/tickets/:id/compensate/' } as const
