export const list = { method: 'GET', path: '/api/admin/setup/' } as const
export const mark = { method: 'POST', path: '/api/admin/setup/:step/' } as const
