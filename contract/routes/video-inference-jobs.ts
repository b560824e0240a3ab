export const create = { method: 'POST', path: '/api/video_inference_jobs/' } as const
export const createOf = {
  method: 'POST',
  path: '/api/prediction_images/:id/create_video/',
} as const
export const running = { method: 'GET', path: '/api/video_inference_jobs/running/' } as const
export const success = { method: 'GET', path: '/api/video_inference_jobs/success/' } as const
export const detail = { method: 'GET', path: '/api/video_inference_jobs/:id/' } as const
export const cancel = { method: 'POST', path: '/api/video_inference_jobs/:id/cancel/' } as const
export const remove = { method: 'DELETE', path: '/api/video_inference_jobs/:id/' } as const
export const providers = { method: 'GET', path: '/api/video_providers/' } as const
