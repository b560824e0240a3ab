export const detail = { method: 'GET', path: '/api/creators/:id/' } as const
