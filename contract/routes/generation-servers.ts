export const list = { method: 'GET', path: '/api/generation_servers/' } as const
export const samples = { method: 'GET', path: '/api/generation_servers/samples/' } as const
export const showControl = { method: 'POST', path: '/api/generation_servers/control_map/' } as const
export const countTokens = {
  method: 'POST',
  path: '/api/generation_servers/count_tokens/',
} as const
