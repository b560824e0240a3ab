export const check = { method: 'POST', path: '/api/promotions/check/' } as const
