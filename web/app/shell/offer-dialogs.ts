// A file of its own: loading the feature's whole index.ts would bring all of its pages.
export { BillingDialogs } from '#web/features/billing/index.ts'
