export const list = { method: 'GET', path: '/api/announcements/' } as const
export const dismiss = { method: 'POST', path: '/api/announcements/:id/dismiss/' } as const
