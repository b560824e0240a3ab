export const ofTraining = { method: 'GET', path: '/api/lora_trainings/:id/shares/' } as const
export const offer = { method: 'POST', path: '/api/lora_trainings/:id/shares/' } as const
export const list = { method: 'GET', path: '/api/model_shares/' } as const
export const answer = { method: 'POST', path: '/api/model_shares/:id/' } as const
export const revoke = { method: 'DELETE', path: '/api/model_shares/:id/' } as const
