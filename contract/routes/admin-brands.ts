export const list = { method: 'GET', path: '/api/admin/brands/' } as const
export const change = { method: 'PATCH', path: '/api/admin/brands/:id/' } as const
export const changeLogo = { method: 'POST', path: '/api/admin/brands/:id/logo/' } as const
export const removeLogo = { method: 'DELETE', path: '/api/admin/brands/:id/logo/' } as const
export const undo = { method: 'POST', path: '/api/admin/brands/:id/undo/' } as const
