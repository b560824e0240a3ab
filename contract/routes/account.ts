const exportRoute = { method: 'GET', path: '/api/account/' } as const
export const deletion = { method: 'GET', path: '/api/account/deletion/' } as const
export const sessions = { method: 'GET', path: '/api/account/sessions/' } as const
export const endOtherSessions = { method: 'DELETE', path: '/api/account/sessions/' } as const
export const endSession = { method: 'DELETE', path: '/api/account/sessions/:id/' } as const
export const email = { method: 'GET', path: '/api/account/email/' } as const
export const changeEmail = { method: 'POST', path: '/api/account/email/' } as const
export const setLanguage = { method: 'PATCH', path: '/api/account/language/' } as const
export const setTimeZone = { method: 'PATCH', path: '/api/account/time_zone/' } as const
export const remove = { method: 'DELETE', path: '/api/account/' } as const
export { exportRoute as export }
