import { describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { type Choice, choiceOf, keyOf, queryOf } from './choice.ts'

const CHOICES: Choice[] = [
  { kind: 'plan', plan: 'starter', period: 'yearly' },
  { kind: 'plan', plan: 'starter', period: 'monthly' },
  { kind: 'pack', quantity: 14_000 },
]

describe('choice', () => {
  it.each(CHOICES)('comes back out of the address it was put into: %o', (choice) => {
    const address = new URL(
      paths.pricing.link({ ...queryOf(choice), nextUrl: '/a?b=c' }),
      'http://x',
    )
    expect(choiceOf(address.searchParams)).toEqual(choice)
    expect(address.searchParams.get('nextUrl')).toBe('/a?b=c')
  })

  it('is none where the address was written by hand', () => {
    for (const query of [
      '',
      'plan=free&period=yearly',
      'plan=pro',
      'pack=-1',
      'pack=1e3',
      'pack=',
    ]) {
      expect(choiceOf(new URLSearchParams(query))).toBeNull()
    }
  })

  it('has a key of its own', () => {
    expect(new Set(CHOICES.map(keyOf)).size).toBe(CHOICES.length)
  })
})
