export const create = { method: 'POST', path: '/api/quotes/' } as const
