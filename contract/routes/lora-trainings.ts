export const list = { method: 'GET', path: '/api/lora_trainings/' } as const
export const create = { method: 'POST', path: '/api/lora_trainings/' } as const
export const showcase = {
  method: 'GET',
  path: '/api/lora_trainings/showcase_trainings_list/',
} as const
export const options = { method: 'GET', path: '/api/lora_trainings/training_options/' } as const
export const upload = { method: 'POST', path: '/api/lora_trainings/upload_image/' } as const
export const detail = { method: 'GET', path: '/api/lora_trainings/:id/' } as const
export const remove = { method: 'DELETE', path: '/api/lora_trainings/:id/' } as const
export const receipt = { method: 'GET', path: '/api/lora_trainings/:id/receipt/' } as const
export const quote = { method: 'GET', path: '/api/lora_trainings/:id/start_quote/' } as const
export const retrain = { method: 'POST', path: '/api/lora_trainings/:id/retrain/' } as const
export const start = { method: 'POST', path: '/api/lora_trainings/:id/start_training/' } as const
export const cancel = { method: 'POST', path: '/api/lora_trainings/:id/cancel/' } as const
export const download = { method: 'GET', path: '/api/lora_trainings/:id/download/' } as const
export const changePhoto = {
  method: 'PATCH',
  path: '/api/lora_trainings/:id/images/:image/',
} as const
export const removePhoto = {
  method: 'DELETE',
  path: '/api/lora_trainings/:id/images/:image/',
} as const
