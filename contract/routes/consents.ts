export const list = { method: 'GET', path: '/api/account/consents/' } as const
export const give = { method: 'POST', path: '/api/account/consents/' } as const
export const withdraw = { method: 'DELETE', path: '/api/account/consents/' } as const
