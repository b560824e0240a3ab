export const list = { method: 'GET', path: '/api/admin/models/' } as const
export const lookUp = { method: 'POST', path: '/api/admin/models/look_up/' } as const
export const add = { method: 'POST', path: '/api/admin/models/' } as const
export const switchNetwork = {
  method: 'POST',
  path: '/api/admin/models/networks/:id/switch/',
} as const
export const compareNetwork = {
  method: 'POST',
  path: '/api/admin/models/networks/:id/compare/',
} as const
export const cancel = { method: 'POST', path: '/api/admin/models/:id/cancel/' } as const
export const remove = { method: 'DELETE', path: '/api/admin/models/:id/' } as const
