export const list = { method: 'GET', path: '/api/past_prompts/' } as const
export const change = { method: 'PATCH', path: '/api/past_prompts/:id/' } as const
export const remove = { method: 'DELETE', path: '/api/past_prompts/:id/' } as const
export const restore = { method: 'POST', path: '/api/past_prompts/:id/restore/' } as const
