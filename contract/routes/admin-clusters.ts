export const list = { method: 'GET', path: '/api/admin/clusters/' } as const
export const decide = { method: 'POST', path: '/api/admin/clusters/decisions/' } as const
export const undo = { method: 'POST', path: '/api/admin/clusters/decisions/:id/undo/' } as const
export const ofPerson = { method: 'GET', path: '/api/admin/people/:id/risk/' } as const
