export const changes = { method: 'GET', path: '/api/admin/settings/changes/' } as const
export const plan = { method: 'POST', path: '/api/admin/settings/changes/' } as const
export const cancelPlan = { method: 'DELETE', path: '/api/admin/settings/changes/:id/' } as const
export const undo = { method: 'POST', path: '/api/admin/settings/changes/:id/undo/' } as const
export const list = { method: 'GET', path: '/api/admin/settings/' } as const
export const change = { method: 'PATCH', path: '/api/admin/settings/' } as const
export const test = { method: 'POST', path: '/api/admin/settings/test/' } as const
