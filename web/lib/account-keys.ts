/** Keys of what only pages of an account read, as `query-keys.ts` has the others: apart, for the first pages load none of them. */
export const accountKeys = {
  announcements: ['announcements'],
  withdrawals: ['withdrawals'],
  withdrawal: (by: string) => ['withdrawals', by],
  referrals: ['referrals'],
  secondFactor: ['account', 'totp'],
  passkeys: ['account', 'passkeys'],
  apiKeys: ['api-keys'],
  apiKeyCalls: (id: string) => ['api-keys', 'calls', id],
  webhooks: ['webhooks'],
  webhookDeliveries: (id: string) => ['webhooks', id],
} as const
