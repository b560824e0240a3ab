export const read = { method: 'GET', path: '/api/capabilities/' } as const
