export const check = { method: 'POST', path: '/api/invitations/check/' } as const
