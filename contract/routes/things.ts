export const list = { method: 'GET', path: '/api/things/' } as const
