export const list = { method: 'GET', path: '/api/admin/studios/' } as const
export const change = { method: 'PUT', path: '/api/admin/studios/:id/' } as const
export const undo = { method: 'POST', path: '/api/admin/studios/:id/undo/' } as const
