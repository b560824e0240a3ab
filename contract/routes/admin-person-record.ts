export const read = { method: 'GET', path: '/api/admin/people/:id/record/' } as const
export const note = { method: 'POST', path: '/api/admin/people/:id/notes/' } as const
