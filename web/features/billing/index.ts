export { BillingDialogs } from './components/billing-dialogs.tsx'
export { PricingPage } from './components/pricing-page.tsx'
