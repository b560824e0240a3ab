import { expect, it } from 'vitest'
import type { PriceField } from './price-fields.ts'
import { pricesOf } from './price-history.ts'

const fields: PriceField[] = [
  {
    setting: 'PACK_PRICES',
    name: '2000',
    label: '2,000 credits',
    unit: 'cents',
    value: 1899,
  },
  {
    setting: 'LOGIN_BONUS',
    name: null,
    label: 'Daily bonus',
    unit: 'credits',
    value: 10,
    more: 20,
  },
]

it.each([
  [
    'only what differs',
    { PACK_PRICES: '1000=849,2000=3100' },
    { PACK_PRICES: '1000=849' },
    ['2,000 credits: $31.00 (before: the default)'],
  ],
  [
    'a price that goes back to that of the program',
    { PACK_PRICES: null },
    { PACK_PRICES: '2000=3100' },
    ['2,000 credits: the default (before: $31.00)'],
  ],
  ['a planned one, of which nothing was before', { LOGIN_BONUS: '35' }, null, ['Daily bonus: 15']],
  [
    'a setting that the page does not show by its name',
    { ADJUSTMENT_LIMIT: '500' },
    { ADJUSTMENT_LIMIT: null },
    ['ADJUSTMENT_LIMIT: 500 (before: the default)'],
  ],
])('tells %s', (_what, changes, previous, told) => {
  expect(pricesOf({ changes, previous }, fields)).toEqual(told)
})
