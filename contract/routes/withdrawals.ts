export const list = { method: 'GET', path: '/api/billing/withdrawals/' } as const
export const start = { method: 'POST', path: '/api/billing/withdrawals/' } as const
export const confirm = { method: 'POST', path: '/api/billing/withdrawals/:id/confirm/' } as const
export const startByLink = { method: 'POST', path: '/api/billing/withdrawal_links/' } as const
export const confirmByLink = {
  method: 'POST',
  path: '/api/billing/withdrawal_links/confirm/',
} as const
