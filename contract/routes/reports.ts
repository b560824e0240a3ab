export const create = { method: 'POST', path: '/api/reports/' } as const
export const decision = { method: 'GET', path: '/api/decisions/:id/' } as const
export const appeal = { method: 'POST', path: '/api/appeals/' } as const
