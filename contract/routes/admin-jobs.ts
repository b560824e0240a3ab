export const list = { method: 'GET', path: '/api/admin/jobs/' } as const
