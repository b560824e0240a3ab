import { expect, test } from 'vitest'
import { type AxisDraft, EMPTY_DRAFT, readAxis } from './axis-draft.ts'

const read = (draft: Partial<AxisDraft>) => readAxis({ ...EMPTY_DRAFT, ...draft })
const values = (draft: Partial<AxisDraft>) => read(draft).axis?.values
const problem = (draft: Partial<AxisDraft>) => read(draft).problem

test('numbers are a list, ranges up or down, or both', () => {
  expect(values({ of: 'steps', text: '7, 8,9' })).toEqual([7, 8, 9])
  expect(values({ of: 'steps', text: '20-40 by 5' })).toEqual([20, 25, 30, 35, 40])
  expect(values({ of: 'steps', text: '20 a 30 cada 5; 50' })).toEqual([20, 25, 30, 50])
  expect(values({ of: 'seed', text: '3..1' })).toEqual([3, 2, 1])
  expect(values({ of: 'guidance_scale', text: '1 to 2 by .5, 7.5' })).toEqual([1, 1.5, 2, 7.5])
  expect(values({ of: 'strength', text: '0-0.3 by 0.1' })).toEqual([0, 0.1, 0.2, 0.3])
})

test('what cannot be read is named', () => {
  expect(problem({ of: 'steps', text: '7, many' })).toEqual({ kind: 'unreadable', text: 'many' })
  expect(problem({ of: 'steps', text: '1-5 by 0' })).toMatchObject({ kind: 'unreadable' })
  expect(problem({ of: 'steps', text: '7.5' })).toEqual({ kind: 'whole', text: '7.5' })
  expect(problem({ of: 'steps', text: '99-101' })).toEqual({
    kind: 'range',
    text: '101',
    min: 1,
    max: 100,
  })
  expect(problem({ of: 'steps', text: '7, 7' })).toEqual({ kind: 'twice', text: '7' })
  expect(problem({ of: 'seed', text: '0-4294967295' })).toEqual({ kind: 'many' })
  expect(problem({ of: 'steps', text: ' , ' })).toEqual({ kind: 'empty' })
  expect(problem({ of: 'prompt', text: 'a, b' })).toEqual({ kind: 'noFind' })
  expect(problem({ of: 'lora', text: '1' })).toEqual({ kind: 'noLora' })
  expect(read({})).toEqual({ axis: null, problem: null })
})

test('words, sizes and choices', () => {
  expect(read({ of: 'prompt', find: ' fox ', text: 'fox, hare' }).axis).toEqual({
    of: 'prompt',
    find: 'fox',
    values: ['fox', 'hare'],
  })
  expect(values({ of: 'prompt', find: 'fox', text: 'a big, red fox; a hare' })).toEqual([
    'a big, red fox',
    'a hare',
  ])
  expect(values({ of: 'size', text: '512, 768x512' })).toEqual([
    { width: 512, height: 512 },
    { width: 768, height: 512 },
  ])
  expect(problem({ of: 'size', text: '512, 512 x 512' })).toEqual({
    kind: 'twice',
    text: '512x512',
  })
  expect(values({ of: 'style', chosen: ['none', '3d'] })).toEqual([null, '3d'])
  expect(read({ of: 'lora', lora: 'ink', text: '0.5, 1' }).axis).toEqual({
    of: 'lora',
    lora: 'ink',
    values: [0.5, 1],
  })
})
