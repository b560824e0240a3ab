export const set = { method: 'PUT', path: '/api/admin/people/:id/own_limits/' } as const
export const remove = { method: 'DELETE', path: '/api/admin/people/:id/own_limits/' } as const
