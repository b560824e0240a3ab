export const list = { method: 'GET', path: '/api/notifications/' } as const
export const read = { method: 'POST', path: '/api/notifications/read/' } as const
