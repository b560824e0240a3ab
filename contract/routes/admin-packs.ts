export const list = { method: 'GET', path: '/api/admin/packs/' } as const
export const undo = { method: 'POST', path: '/api/admin/packs/:id/undo/' } as const
export const withdraw = { method: 'POST', path: '/api/admin/packs/:id/withdraw/' } as const
export const restore = { method: 'POST', path: '/api/admin/packs/:id/restore/' } as const
