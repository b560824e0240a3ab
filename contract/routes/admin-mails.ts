export const list = { method: 'GET', path: '/api/admin/mails/' } as const
export const change = { method: 'PATCH', path: '/api/admin/mails/:kind/' } as const
export const undo = { method: 'POST', path: '/api/admin/mails/:kind/undo/' } as const
export const preview = { method: 'POST', path: '/api/admin/mails/:kind/preview/' } as const
