export const read = { method: 'GET', path: '/api/status/' } as const
