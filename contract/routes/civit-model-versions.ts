export const list = { method: 'GET', path: '/api/civit_model_version/' } as const
export const short = { method: 'GET', path: '/api/civit_model_version/model_list/' } as const
export const detail = { method: 'GET', path: '/api/civit_model_version/:id/model_detail/' } as const
export const similar = { method: 'GET', path: '/api/civit_model_version/:id/similar/' } as const
export const remove = { method: 'DELETE', path: '/api/civit_model_version/:id/' } as const
