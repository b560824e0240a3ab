export const list = { method: 'GET', path: '/api/admin/site_pictures/' } as const
export const choose = { method: 'POST', path: '/api/admin/site_pictures/choose/' } as const
export const reset = { method: 'POST', path: '/api/admin/site_pictures/reset/' } as const
export const undo = { method: 'POST', path: '/api/admin/site_pictures/undo/' } as const
export const redraw = { method: 'POST', path: '/api/admin/site_pictures/redraw/' } as const
export const stop = { method: 'POST', path: '/api/admin/site_pictures/stop/' } as const
