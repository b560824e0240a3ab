export const read = { method: 'GET', path: '/api/admin/business/' } as const
