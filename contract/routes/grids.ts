export const create = { method: 'POST', path: '/api/grids/' } as const
export const list = { method: 'GET', path: '/api/grids/' } as const
export const detail = { method: 'GET', path: '/api/grids/:id/' } as const
export const sheet = { method: 'GET', path: '/api/grids/:id/sheet/' } as const
