export const list = { method: 'GET', path: '/api/admin/engines/:id/models/' } as const
export const look = { method: 'POST', path: '/api/admin/engines/:id/models/look/' } as const
export const add = { method: 'POST', path: '/api/admin/engines/:id/models/' } as const
export const change = { method: 'PATCH', path: '/api/admin/engines/:id/models/:model/' } as const
export const remove = { method: 'DELETE', path: '/api/admin/engines/:id/models/:model/' } as const
const exportRoute = { method: 'GET', path: '/api/admin/engines/:id/models/export/' } as const
const importRoute = { method: 'POST', path: '/api/admin/engines/:id/models/import/' } as const
export const offer = {
  method: 'POST',
  path: '/api/admin/engines/:id/models/:model/offer/',
} as const
export const pause = {
  method: 'POST',
  path: '/api/admin/engines/:id/models/:model/pause/',
} as const
export const refresh = {
  method: 'POST',
  path: '/api/admin/engines/:id/models/:model/refresh/',
} as const
const tryRoute = { method: 'POST', path: '/api/admin/engines/:id/models/:model/try/' } as const
export { exportRoute as export, importRoute as import, tryRoute as try }
