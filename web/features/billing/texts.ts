/** Texts of buying; headings, badges and buttons of the pricing page are word for word from the specification. */
export const texts = {
  heading: 'Imagine More, Create Endlessly',
  signedOut: 'Please login to upgrade.',
  payYearly: 'Pay Yearly',
  payYearlyBadge: (percent: number) => `upto ${percent}% off`,
  payMonthly: 'Pay Monthly',
  discount: (percent: number) => `- ${percent}% off`,
  mostPopular: 'Most Popular',
  currentPlan: 'Current Plan',
  subscribe: 'Subscribe Now',
  updateBilling: 'Update Billing Information',
  skip: 'Skip For Now',
  packs: 'Buy Extra Image Credits',
  packsNote: 'One credit is one image of up to one megapixel. Credits from a pack never expire.',
  paymentsOff: {
    title: 'Payments are not available yet',
    message: 'You still get your free credits every month.',
  },
  paymentsTest: {
    title: 'Test mode',
    message: 'No real payments are made. Use one of the test cards on the payment page.',
  },
  notAvailable: 'Not Available',
  nothingSold: {
    title: 'Nothing for sale yet',
    message:
      'This site is still being built. There is nothing to buy until its first tool is ready.',
  },
  monthEnd: [
    'You get your plan’s credits every month, on yearly plans too. Unused plan credits do not roll over: they expire when the next ones arrive.',
    'Credits from packs never expire. The credits that expire first are always used first.',
    'An upgrade starts right away, and you pay only the difference for the rest of the period. A downgrade or cancellation takes effect at the end of the period you paid for.',
    'One credit is one image of up to one megapixel, and you pay only for delivered images. The prices per image above assume that you use all credits.',
  ],
  terms: [
    'Plans renew automatically every month or year at the price shown until you cancel. You can cancel any time on the billing page and keep your plan until the end of the period.',
    'All prices are in US dollars. The price shown is what you pay: no tax is added at checkout.',
    'Payments are not refunded automatically when you cancel. If something went wrong, contact support; unused credits of a refunded payment are removed. Your statutory rights are not affected.',
  ],
} as const
