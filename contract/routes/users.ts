export const me = { method: 'GET', path: '/api/users/me/' } as const
