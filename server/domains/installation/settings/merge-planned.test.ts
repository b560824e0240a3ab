import { expect, it } from 'vitest'
import { mergePlanned } from './merge-planned.ts'

it.each([
  ['another price was changed since', 'a=1,b=2', 'a=9,b=2', 'a=1,b=5', 'a=9,b=5'],
  ['another price was named since', null, 'a=9', 'b=5', 'b=5,a=9'],
  ['the same price was changed since', 'a=1', 'a=9', 'a=5', 'a=9'],
  ['the plan takes one away', 'a=1,b=2', 'b=2', 'a=1,b=3', 'b=3'],
  ['the plan takes all away', 'a=1', null, 'a=1', null],
  ['all was taken away since', 'a=1,b=2', 'a=9,b=2', null, 'a=9'],
])('%s', (_, over, planned, now, becomes) => {
  expect(mergePlanned('TOOL_PRICES', { planned, over, now })).toBe(becomes)
})

it('what is no list is replaced', () => {
  const texts = { planned: '60', over: '40', now: '50' }
  expect(mergePlanned('FREE_CREDITS', texts)).toBe('60')
})
