export const list = { method: 'GET', path: '/api/plans/' } as const
