export const checkout = { method: 'GET', path: '/api/users/checkout/' } as const
export const checkoutSubscription = {
  method: 'POST',
  path: '/api/users/checkout_subscription/',
} as const
export const checkoutSuccess = { method: 'GET', path: '/api/users/checkout_success/' } as const
export const portal = { method: 'GET', path: '/api/users/billing_portal/' } as const
export const state = { method: 'GET', path: '/api/billing/' } as const
export const mails = { method: 'GET', path: '/api/billing/mails/' } as const
export const chooseMails = { method: 'POST', path: '/api/billing/mails/' } as const
export const preview = { method: 'POST', path: '/api/billing/preview/' } as const
export const change = { method: 'POST', path: '/api/billing/change/' } as const
export const previewCancel = { method: 'POST', path: '/api/billing/cancel/preview/' } as const
export const cancel = { method: 'POST', path: '/api/billing/cancel/' } as const
export const previewResume = { method: 'POST', path: '/api/billing/resume/preview/' } as const
export const resume = { method: 'POST', path: '/api/billing/resume/' } as const
