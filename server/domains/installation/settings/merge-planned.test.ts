import { expect, it } from 'vitest'
import { mergePlanned, settingsOfPlan } from './merge-planned.ts'

it.each([
  ['another price was changed since', 'a=1,b=2', 'a=9,b=2', 'a=1,b=5', 'a=9,b=5'],
  ['another price was named since', null, 'a=9', 'b=5', 'b=5,a=9'],
  ['the same price was changed since', 'a=1', 'a=9', 'a=5', 'a=9'],
  ['the plan takes one away', 'a=1,b=2', 'b=2', 'a=1,b=3', 'b=3'],
  ['the plan takes all away', 'a=1', null, 'a=1', null],
  ['all was taken away since', 'a=1,b=2', 'a=9,b=2', null, 'a=9'],
])('%s', (_, over, planned, now, becomes) => {
  expect(mergePlanned({ planned, over, now })).toBe(becomes)
})

it('what is no list is replaced, and so is what was planned without what it is over', () => {
  const list = [
    { name: 'A', isList: false },
    { name: 'B', isList: true },
  ]
  const stored = { A: '50', B: 'a=1,b=2' }
  const changes = { A: '60', B: 'a=9' }
  const over = { A: '40', B: 'a=1' }
  expect(settingsOfPlan({ changes, planned_over: over }, { list, stored })).toEqual({
    A: '60',
    B: 'a=9,b=2',
  })
  expect(settingsOfPlan({ changes, planned_over: null }, { list, stored })).toEqual(changes)
})
