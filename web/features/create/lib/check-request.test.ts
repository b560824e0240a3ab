import { expect, test } from 'vitest'
import { GenerationRequest, type DrawingRequestInput } from '#contract/generation-request.ts'
import { checkRequest } from './check-request.ts'
import { EMPTY_FORM, requestOfForm } from '#web/features/generate/lib/form.ts'
import english from '#web/messages/en/create.json'
import { createTexts } from '#web/lib/texts.ts'

const t = createTexts(english, 'en')

const FINE: DrawingRequestInput = requestOfForm({ ...EMPTY_FORM, prompt: 'a fox' })

test('what the form starts with is in range', () => {
  expect(checkRequest(FINE, 100, t)).toEqual({})
})

test.each<[field: string, changes: Partial<DrawingRequestInput>]>([
  ['steps', { steps: 101 }],
  ['steps', { steps: 0 }],
  ['guidance_scale', { guidance_scale: 31 }],
  ['seed', { seed: 4294967296 }],
  ['width', { width: 2056 }],
  ['height', { height: 60 }],
  ['strength', { strength: 1.2 }],
  ['mask_feather', { mask_feather: 65 }],
  ['variation_strength', { variation_strength: 2 }],
  ['guidance_rescale', { guidance_rescale: -0.1 }],
  ['hires', { hires: { scale: 5 } }],
  ['hires', { hires: { scale: 2, steps: 101 } }],
  ['outpaint', { outpaint: { left: 4000 } }],
  ['controls', { controls: [{ kind: 'canny', image: 'i1', strength: 2.5 }] }],
])('%s out of range is named, as the server would', (field, changes) => {
  const request = { ...FINE, ...changes }
  expect(Object.keys(checkRequest(request, 100, t))).toEqual([field])
  expect(GenerationRequest.safeParse(request).success).toBe(false)
})

test('a control ends after it starts', () => {
  const right = { kind: 'canny', image: 'i1' } as const
  const wrong = { ...right, start: 0.6, end: 0.4 }
  expect(checkRequest({ ...FINE, controls: [right] }, 100, t)).toEqual({})
  expect(checkRequest({ ...FINE, controls: [right, wrong] }, 100, t)).toHaveProperty('controls')
})

test('sizes go in steps, and the steps of an engine may be fewer', () => {
  expect(checkRequest({ ...FINE, width: 516 }, 100, t)).toHaveProperty('width')
  expect(checkRequest({ ...FINE, steps: 60 }, 50, t)).toHaveProperty('steps')
})
