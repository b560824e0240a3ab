export const list = { method: 'GET', path: '/api/admin/announcements/' } as const
export const create = { method: 'POST', path: '/api/admin/announcements/' } as const
export const change = { method: 'PUT', path: '/api/admin/announcements/:id/' } as const
export const undo = { method: 'POST', path: '/api/admin/announcements/:id/undo/' } as const
export const end = { method: 'POST', path: '/api/admin/announcements/:id/end/' } as const
