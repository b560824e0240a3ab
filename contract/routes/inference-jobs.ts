export const create = { method: 'POST', path: '/api/inference_jobs/' } as const
export const createOrFind = { method: 'POST', path: '/api/inference_jobs/create_or_find/' } as const
export const removeBackground = {
  method: 'POST',
  path: '/api/inference_jobs/remove_background/',
} as const
export const upscale = { method: 'POST', path: '/api/inference_jobs/upscale/' } as const
export const faceSwap = { method: 'POST', path: '/api/inference_jobs/faceswap/' } as const
export const instantAvatars = { method: 'POST', path: '/api/inference_jobs/instantid/' } as const
export const createBatch = { method: 'POST', path: '/api/inference_jobs/batch/' } as const
export const batch = { method: 'GET', path: '/api/inference_jobs/batch/:id/' } as const
export const cancelBatch = {
  method: 'POST',
  path: '/api/inference_jobs/batch/:id/cancel/',
} as const
export const zipBatch = { method: 'GET', path: '/api/inference_jobs/batch/:id/zip/' } as const
export const avatarStyles = {
  method: 'GET',
  path: '/api/inference_jobs/instantid/styles/',
} as const
export const headshotBackgrounds = {
  method: 'GET',
  path: '/api/inference_jobs/headshots/backgrounds/',
} as const
export const detail = { method: 'GET', path: '/api/inference_jobs/:id/' } as const
export const successDetail = {
  method: 'GET',
  path: '/api/inference_jobs/:id/success_detail/',
} as const
export const cancel = { method: 'POST', path: '/api/inference_jobs/:id/cancel/' } as const
export const removeBackgroundOf = {
  method: 'POST',
  path: '/api/prediction_images/:id/remove_background_image/',
} as const
export const upscaleOf = {
  method: 'POST',
  path: '/api/prediction_images/:id/upscale_image/',
} as const
export const running = { method: 'GET', path: '/api/inference_jobs/running/' } as const
export const success = { method: 'GET', path: '/api/inference_jobs/success/' } as const
