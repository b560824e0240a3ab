/** Texts of the pricing page; headings, badges and buttons are word for word from the specification. */
export const texts = {
  heading: 'Imagine More, Create Endlessly',
  signedOut: 'Please login to upgrade.',
  payYearly: 'Pay Yearly',
  payYearlyBadge: 'upto 45% off',
  payMonthly: 'Pay Monthly',
  mostPopular: 'Most Popular',
  currentPlan: 'Current Plan',
  subscribe: 'Subscribe Now',
  updateBilling: 'Update Billing Information',
  skip: 'Skip For Now',
  packs: 'Buy Extra Image Credits',
  packsNote: 'One credit is one picture. Credits from a pack never expire.',
  notOpen:
    'Payments are not set up on this site yet, so nothing can be bought and nothing is charged. These are the prices that will apply.',
} as const
