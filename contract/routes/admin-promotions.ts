export const list = { method: 'GET', path: '/api/admin/promotions/' } as const
export const create = { method: 'POST', path: '/api/admin/promotions/' } as const
export const end = { method: 'DELETE', path: '/api/admin/promotions/:id/' } as const
