export const list = { method: 'GET', path: '/api/admin/people/' } as const
export const read = { method: 'GET', path: '/api/admin/people/:id/' } as const
export const change = { method: 'PATCH', path: '/api/admin/people/:id/' } as const
export const resetSecondFactor = {
  method: 'POST',
  path: '/api/admin/people/:id/reset_second_factor/',
} as const
export const ban = { method: 'POST', path: '/api/admin/people/:id/ban/' } as const
export const unban = { method: 'POST', path: '/api/admin/people/:id/unban/' } as const
export const remove = { method: 'POST', path: '/api/admin/people/:id/delete/' } as const
export const banOwner = { method: 'POST', path: '/api/prediction_images/:id/ban_user/' } as const
