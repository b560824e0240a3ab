import { expect, test } from 'vitest'
import { formatLoraTag, parseLoraTags, stripLoraTags } from './lora-tags.ts'

test('finds names and weights, in order', () => {
  expect(parseLoraTags('a fox <lora:snow:0.8> at night <lora: ink :><lora:bare>')).toEqual([
    { name: 'snow', weight: 0.8, text: '<lora:snow:0.8>' },
    { name: 'ink', weight: null, text: '<lora: ink :>' },
    { name: 'bare', weight: null, text: '<lora:bare>' },
  ])
})

test('a weight that is no number is told apart from a blank one', () => {
  expect(parseLoraTags('<lora:snow:much>')[0]?.weight).toBeNaN()
  expect(parseLoraTags('<lora:snow:1:0.5>')).toEqual([
    { name: 'snow', weight: NaN, text: '<lora:snow:1:0.5>' },
  ])
})

test('strips tags and keeps what is not a tag', () => {
  expect(stripLoraTags('a <b> fox <lora:snow:1> runs')).toBe('a <b> fox runs')
})

test('what it writes it reads', () => {
  expect(parseLoraTags(formatLoraTag('snow'))[0]?.weight).toBeNull()
  expect(parseLoraTags(formatLoraTag('snow', 1.3))[0]?.weight).toBe(1.3)
})
