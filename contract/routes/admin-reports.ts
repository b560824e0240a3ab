export const list = { method: 'GET', path: '/api/admin/reports/' } as const
export const decide = { method: 'POST', path: '/api/admin/reports/:id/decide/' } as const
export const appeals = { method: 'GET', path: '/api/admin/appeals/' } as const
export const decideAppeal = { method: 'POST', path: '/api/admin/appeals/:id/decide/' } as const
