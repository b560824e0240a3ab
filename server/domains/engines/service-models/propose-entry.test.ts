import { expect, test } from 'vitest'
import type { ServiceCost } from '#contract/service-model-entry.ts'
import type { PublishedModel } from '#server/engines/spec/index.ts'
import { proposeEntry } from './propose-entry.ts'

const input = (name: string, type: 'text' | 'image') => ({
  name,
  type,
  required: true,
  choices: null,
  standard: null,
  description: '',
})
const editor = (cost: ServiceCost, endpoint = 'somebody/edit'): PublishedModel => ({
  endpoint,
  name: 'Edit',
  description: '',
  licence: '',
  category: 'image-to-image',
  inputs: [input('prompt', 'text'), input('image_url', 'image')],
  cost,
  isEnding: false,
})
const propose = (published: PublishedModel) =>
  proposeEntry(published, { margin: 50, creditValue: 10_000 }).entry

test('an edit that is billed by the megapixel takes two, and costs what two do', () => {
  expect(propose(editor({ dollars: 0.03, per: 'megapixel' }))).toMatchObject({
    does: 'edit_image',
    maxPixels: 2_000_000,
    credits: 12,
  })
  expect(propose(editor({ dollars: 0.03, per: 'image' }))).toMatchObject({
    maxPixels: 16_777_216,
    credits: 6,
  })
})

test('what is made for faces, which a trial has none of, is proposed as something else', () => {
  for (const endpoint of ['somebody/face-swap', 'somebody/codeformer'])
    expect(propose(editor({ dollars: 0.03, per: 'image' }, endpoint)).does).toBe('edit_image')
})
