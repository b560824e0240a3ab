export const create = { method: 'POST', path: '/api/lora_trainings/:id/consent_link/' } as const
export const revoke = { method: 'DELETE', path: '/api/lora_trainings/:id/consent_link/' } as const
export const read = { method: 'GET', path: '/api/consent_links/:id/' } as const
export const answer = { method: 'POST', path: '/api/consent_links/:id/' } as const
