export const read = { method: 'GET', path: '/api/legal/:kind/' } as const
