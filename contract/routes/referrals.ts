export const read = { method: 'GET', path: '/api/referrals/' } as const
export const ofPerson = { method: 'GET', path: '/api/admin/people/:id/referrals/' } as const
