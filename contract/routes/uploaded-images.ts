export const list = { method: 'GET', path: '/api/uploaded_images/' } as const
export const upload = { method: 'POST', path: '/api/uploaded_images/upload_image/' } as const
export const detail = { method: 'GET', path: '/api/uploaded_images/:id/' } as const
export const faces = { method: 'GET', path: '/api/uploaded_images/:id/faces/' } as const
export const betterPhoto = {
  method: 'GET',
  path: '/api/uploaded_images/:id/better_photo/',
} as const
export const select = { method: 'POST', path: '/api/uploaded_images/:id/select/' } as const
export const remove = { method: 'DELETE', path: '/api/uploaded_images/:id/' } as const
