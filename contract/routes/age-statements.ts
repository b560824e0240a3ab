export const about = { method: 'GET', path: '/api/account/age_statements/' } as const
export const state = { method: 'POST', path: '/api/account/age_statements/' } as const
