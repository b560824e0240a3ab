export const list = { method: 'GET', path: '/api/prediction_images/' } as const
export const detail = { method: 'GET', path: '/api/prediction_images/:id/' } as const
export const update = { method: 'PATCH', path: '/api/prediction_images/:id/' } as const
export const faces = { method: 'GET', path: '/api/prediction_images/:id/faces/' } as const
export const remove = { method: 'DELETE', path: '/api/prediction_images/:id/' } as const
export const restore = { method: 'POST', path: '/api/prediction_images/:id/restore/' } as const
export const parameters = {
  method: 'GET',
  path: '/api/prediction_images/:id/get_parameters/',
} as const
export const reproduction = {
  method: 'GET',
  path: '/api/prediction_images/:id/reproduction/',
} as const
export const days = { method: 'GET', path: '/api/prediction_images/days/' } as const
export const bulk = { method: 'POST', path: '/api/prediction_images/bulk/' } as const
export const zip = { method: 'POST', path: '/api/prediction_images/zip/' } as const
export const readShare = { method: 'GET', path: '/api/prediction_images/:id/share/' } as const
export const share = { method: 'POST', path: '/api/prediction_images/:id/share/' } as const
export const unshare = { method: 'DELETE', path: '/api/prediction_images/:id/share/' } as const
export const shared = { method: 'GET', path: '/api/shared_images/:id/' } as const
