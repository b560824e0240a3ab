export const limit = { method: 'POST', path: '/api/admin/people/:id/limit/' } as const
export const unlimit = { method: 'POST', path: '/api/admin/people/:id/unlimit/' } as const
export const object = { method: 'POST', path: '/api/account/limit/objection/' } as const
