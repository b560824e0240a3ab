export const statement = { method: 'GET', path: '/api/credits/' } as const
export const exportUsage = { method: 'GET', path: '/api/credits/usage/' } as const
export const claimLoginBonus = { method: 'POST', path: '/api/credits/login_bonus/' } as const
