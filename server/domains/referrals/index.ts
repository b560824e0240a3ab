export type * from './schema.ts'
export { createReferrals, type Referrals } from './create-referrals.ts'
export { referrals } from './relations.ts'
