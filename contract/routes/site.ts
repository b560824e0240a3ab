export const configuration = { method: 'GET', path: '/api/site_configuration/' } as const
