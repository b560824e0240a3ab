export const read = { method: 'GET', path: '/api/prediction_images/:id/publication/' } as const
export const waiting = { method: 'GET', path: '/api/publications/' } as const
export const decide = { method: 'POST', path: '/api/publications/:id/decide/' } as const
