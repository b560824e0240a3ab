export const list = { method: 'GET', path: '/api/admin/disputes/' } as const
export const read = { method: 'GET', path: '/api/admin/disputes/:id/' } as const
export const submit = { method: 'POST', path: '/api/admin/disputes/:id/submit/' } as const
