export const list = { method: 'GET', path: '/api/favorites/' } as const
export const read = { method: 'GET', path: '/api/civit_images/:id/favorite/' } as const
export const keep = { method: 'POST', path: '/api/civit_images/:id/favorite/' } as const
export const remove = { method: 'DELETE', path: '/api/civit_images/:id/favorite/' } as const
