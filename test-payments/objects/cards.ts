import { ApiError } from '../wire/api-error.ts'

/** How the charges of a test card end. */
export interface TestCard {
  number: string
  brand: 'visa'
  /** Names what the pages say of it. */
  label:
    | 'succeeds'
    | 'declined'
    | 'insufficientFunds'
    | 'confirms'
    | 'confirmsOnce'
    | 'confirmsAlways'
    | 'failsLater'
    | 'disputes'
    | 'losesRefunds'
  /** While the owner is there, at a checkout. */
  present: 'succeeded' | 'declined' | 'confirm'
  /** Later, without the owner. `confirmed`: succeeds once the owner has confirmed it before. */
  absent: 'succeeded' | 'declined' | 'confirm' | 'confirmed'
  declineCode: string
  /** Its owner disputes every charge. */
  disputes: boolean
  /** Its bank does not take what is given back. */
  losesRefunds: boolean
}

const USUAL = {
  brand: 'visa',
  declineCode: 'generic_decline',
  disputes: false,
  losesRefunds: false,
} as const

/** The numbers are Stripe's own; what the API does with them is simplified where a checkout need not tell them apart. */
export const TEST_CARDS: readonly TestCard[] = [
  {
    ...USUAL,
    number: '4242424242424242',
    label: 'succeeds',
    present: 'succeeded',
    absent: 'succeeded',
  },
  {
    ...USUAL,
    number: '4000000000000002',
    label: 'declined',
    present: 'declined',
    absent: 'declined',
  },
  {
    ...USUAL,
    number: '4000000000009995',
    label: 'insufficientFunds',
    present: 'declined',
    absent: 'declined',
    declineCode: 'insufficient_funds',
  },
  {
    ...USUAL,
    number: '4000000000003220',
    label: 'confirms',
    present: 'confirm',
    absent: 'confirmed',
  },
  {
    ...USUAL,
    number: '4000002500003155',
    label: 'confirmsOnce',
    present: 'confirm',
    absent: 'confirmed',
  },
  {
    ...USUAL,
    number: '4000002760003184',
    label: 'confirmsAlways',
    present: 'confirm',
    absent: 'confirm',
  },
  {
    ...USUAL,
    number: '4000000000000341',
    label: 'failsLater',
    present: 'succeeded',
    absent: 'declined',
  },
  {
    ...USUAL,
    number: '4000000000000259',
    label: 'disputes',
    present: 'succeeded',
    absent: 'succeeded',
    disputes: true,
  },
  {
    ...USUAL,
    number: '4000000000005126',
    label: 'losesRefunds',
    present: 'succeeded',
    absent: 'succeeded',
    losesRefunds: true,
  },
]

/** Returns the fingerprint of a card, the same for everybody who pays with it. */
export const fingerprintOf = ({ number }: Pick<TestCard, 'number'>): string =>
  `test${number.slice(-8)}`

/** The card that succeeds: everybody who tries the shop pays with it. */
export const USUAL_CARD = '4242'

/**
 * The card of a number, with or without spaces, or of its last four digits.
 * @throws {ApiError} 402 `incorrect_number`
 */
export function findCard(typed: string): TestCard {
  const digits = typed.replaceAll(/[\s-]/g, '')
  const card = TEST_CARDS.find(({ number }) => number === digits || number.slice(-4) === digits)
  if (card) return card
  throw new ApiError('Your card number is incorrect.', {
    status: 402,
    type: 'card_error',
    code: 'incorrect_number',
    param: 'number',
  })
}
