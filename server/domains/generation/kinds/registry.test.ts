import { expect, test } from 'vitest'
import { JobType } from '#contract/prediction-images.ts'
import { createKinds, KINDS, requestTypes } from './registry.ts'

test('every type that can be asked for has its kind, under its own name', async () => {
  const kinds = createKinds()
  expect(requestTypes()).toEqual(expect.arrayContaining(['TTI', 'ITI']))
  for (const type of requestTypes()) expect((await kinds.get(type)).type).toBe(type)
  expect(await kinds.find('OTR')).toBeUndefined()
  await expect(kinds.get('OTR')).rejects.toThrow('OTR')
})

test('what can be asked for is kept and shown under the same type', () => {
  expect(JobType.options).toEqual([...requestTypes(), 'OTR'].toSorted())
})

test('the start fails by name on a type without a kind, with two, and on a kind that nobody can ask for', () => {
  const [first] = KINDS
  expect(() => createKinds(KINDS, [...requestTypes(), 'XYZ'])).toThrow('XYZ has no kind')
  expect(() => createKinds([...KINDS, first!])).toThrow(`${first!.type} has two kinds`)
  expect(() => createKinds([...KINDS, { ...first!, type: 'OTR' }])).toThrow('OTR is no member')
})
