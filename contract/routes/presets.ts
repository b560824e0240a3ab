export const list = { method: 'GET', path: '/api/presets/' } as const
export const create = { method: 'POST', path: '/api/presets/' } as const
export const change = { method: 'PATCH', path: '/api/presets/:id/' } as const
export const use = { method: 'POST', path: '/api/presets/:id/use/' } as const
export const remove = { method: 'DELETE', path: '/api/presets/:id/' } as const
export const restore = { method: 'POST', path: '/api/presets/:id/restore/' } as const
