export const read = { method: 'GET', path: '/api/admin/examples/' } as const
export const decide = { method: 'POST', path: '/api/admin/examples/' } as const
