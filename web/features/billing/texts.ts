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
  packsNote: 'One credit is one picture of up to one megapixel. Credits from a pack never expire.',
  paymentsOff: {
    title: 'Nothing can be bought here yet',
    message: 'The operator of this site has not set up payments. Free credits come as always.',
  },
  paymentsTest: {
    title: 'Test mode',
    message: 'No money moves. The payment page offers test cards.',
  },
  notAvailable: 'Not Available',
  monthEnd: [
    'Plan credits come once a month, on yearly plans too. What is left at the end of your month does not roll over: it expires when the next credits come.',
    'Credits from packs never expire. The credits that expire first are always spent first.',
    'An upgrade starts at once, and you pay only the difference for the rest of the period. A smaller plan or a cancellation starts when the paid period ends.',
    'One credit is one picture of up to one megapixel, and only delivered pictures are paid for. The prices per picture above hold when all credits are used.',
  ],
} as const
