export const improvePrompt = { method: 'POST', path: '/api/proposals/improve_prompt/' } as const
export const describeImage = { method: 'POST', path: '/api/proposals/describe_image/' } as const
