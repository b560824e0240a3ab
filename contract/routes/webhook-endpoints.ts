export const list = { method: 'GET', path: '/api/webhook_endpoints/' } as const
export const create = { method: 'POST', path: '/api/webhook_endpoints/' } as const
export const remove = { method: 'DELETE', path: '/api/webhook_endpoints/:id/' } as const
export const rotate = { method: 'POST', path: '/api/webhook_endpoints/:id/rotate/' } as const
export const enable = { method: 'POST', path: '/api/webhook_endpoints/:id/enable/' } as const
export const deliveries = { method: 'GET', path: '/api/webhook_endpoints/:id/deliveries/' } as const
export const resend = {
  method: 'POST',
  path: '/api/webhook_endpoints/:id/deliveries/:delivery/resend/',
} as const
