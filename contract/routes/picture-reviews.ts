export const list = { method: 'GET', path: '/api/picture_reviews/' } as const
export const decide = { method: 'POST', path: '/api/picture_reviews/:id/decide/' } as const
