export const list = { method: 'GET', path: '/api/admin/invitations/' } as const
export const create = { method: 'POST', path: '/api/admin/invitations/' } as const
export const revoke = { method: 'DELETE', path: '/api/admin/invitations/:id/' } as const
