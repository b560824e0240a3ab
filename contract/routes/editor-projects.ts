export const list = { method: 'GET', path: '/api/editor_projects/' } as const
export const detail = { method: 'GET', path: '/api/editor_projects/:id/' } as const
export const uploadFile = { method: 'POST', path: '/api/editor_projects/upload_file/' } as const
export const save = { method: 'POST', path: '/api/editor_projects/:id/save/' } as const
export const rename = { method: 'PATCH', path: '/api/editor_projects/:id/' } as const
export const remove = { method: 'DELETE', path: '/api/editor_projects/:id/' } as const
export const restore = { method: 'POST', path: '/api/editor_projects/:id/restore/' } as const
