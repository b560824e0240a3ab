export const challenge = { method: 'GET', path: '/api/try/challenge/' } as const
export const removeBackground = { method: 'POST', path: '/api/try/remove_background/' } as const
export const read = { method: 'GET', path: '/api/try/photos/:token/' } as const
export const claim = { method: 'POST', path: '/api/try/:token/claim/' } as const
