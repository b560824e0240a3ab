export const list = { method: 'GET', path: '/api/civit_images/' } as const
export const detail = { method: 'GET', path: '/api/civit_images/:id/' } as const
export const similar = { method: 'GET', path: '/api/civit_images/:id/similar/' } as const
export const similarByModel = {
  method: 'GET',
  path: '/api/civit_images/:id/similar_by_model_id/',
} as const
