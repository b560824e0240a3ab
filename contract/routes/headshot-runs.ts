export const order = { method: 'POST', path: '/api/lora_trainings/:id/payment_headshot/' } as const
export const list = { method: 'GET', path: '/api/headshot_runs/' } as const
export const detail = { method: 'GET', path: '/api/headshot_runs/:id/' } as const
export const remove = { method: 'DELETE', path: '/api/headshot_runs/:id/' } as const
export const redo = { method: 'POST', path: '/api/headshot_runs/:id/shots/:shot/redo/' } as const
export const choose = {
  method: 'POST',
  path: '/api/headshot_runs/:id/shots/:shot/choose/',
} as const
