export const open = { method: 'POST', path: '/api/admin/people/:id/view/' } as const
export const close = { method: 'POST', path: '/api/account/view/close/' } as const
