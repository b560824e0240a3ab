import { expect, test } from 'vitest'
import { GenerationRequest } from '#contract/generation-request.ts'
import { countChanged, EMPTY_FORM, requestOfForm, resetAdvanced } from './form.ts'
import { formOfLink, formOfRequest } from './form-of-request.ts'
import { loraChips } from '#web/features/create/loras/chips-of-form.ts'
import english from '#web/messages/en/create-loras.json'
import { createTexts } from '#web/lib/texts.ts'

const t = createTexts(english, 'en')

test('the request of a form is one that the contract accepts', () => {
  const form = { ...EMPTY_FORM, prompt: ' a red fox ', seed: 7, style: 'flat' }
  const parsed = GenerationRequest.parse(requestOfForm(form))
  expect(parsed).toMatchObject({ prompt: 'a red fox', seed: 7, style: 'flat', num_images: 4 })
})

test('a form survives the way through a request', () => {
  const form = {
    ...EMPTY_FORM,
    prompt: 'a red fox',
    steps: 30,
    guidanceScale: 6,
    sampler: 'DDIM' as const,
    seed: 9,
    variation: { seed: 4, strength: 0.3 },
    hires: { scale: 1.5, steps: 4, strength: 0.2 },
    guidanceRescale: 0.7,
    controls: [
      { kind: 'depth' as const, image: 'i1', strength: 0.8, start: 0, end: 0.7 },
      { kind: 'reference' as const, image: 'i2', strength: 1, start: 0, end: 1 },
    ],
    loras: [{ model: 'snow', weight: 0.8 }],
  }
  expect(formOfRequest(requestOfForm(form), 'basic', 9)).toEqual(form)
})

test('a control without an image is none, and what is no control is none', () => {
  const control = { kind: 'canny' as const, image: null, strength: 1, start: 0, end: 1 }
  expect(requestOfForm({ ...EMPTY_FORM, controls: [control] })).not.toHaveProperty('controls')
  for (const wrong of [7, { kind: 'canny' }, { kind: 'sketch', image: 'i1' }])
    expect(formOfRequest({ controls: wrong }, 'basic', null).controls).toEqual([])
})

test('a link makes a new form of what it names: nothing of the draft stands in its way', () => {
  const current = {
    ...EMPTY_FORM,
    prompt: 'draft',
    steps: 30,
    model: 'gone',
    mode: 'advanced' as const,
  }
  expect(formOfLink(new URLSearchParams('ref=mail'), current)).toBeNull()
  expect(formOfLink(new URLSearchParams('prompt=a%20fox'), current)).toEqual({
    ...EMPTY_FORM,
    prompt: 'a fox',
    mode: 'advanced',
  })
  const form = formOfLink(
    new URLSearchParams('selected_mode=basic&lora_models=a,b,c&lora_weights=1.3,,9&model=m1'),
    current,
  )
  expect(form).toMatchObject({ prompt: '', steps: null, mode: 'basic', model: 'm1' })
  // A weight that is out of range stays, and the chip says so.
  expect(form?.loras).toEqual([
    { model: 'a', weight: 1.3 },
    { model: 'b', weight: 1 },
    { model: 'c', weight: 9 },
  ])
  expect(loraChips(form!, null, t)[2]?.problem).toContain('must be a number from 0 to 2')
})

test('an unknown mode in a link is ignored and a long prompt is cut', () => {
  const form = formOfLink(
    new URLSearchParams({ selected_mode: 'expert', prompt: 'x'.repeat(5000) }),
    EMPTY_FORM,
  )
  expect(form?.mode).toBe('basic')
  expect(form?.prompt).toHaveLength(2000)
})

test('a link names settings, and one that is out of range is as good as not named', () => {
  const link = (query: string) => formOfLink(new URLSearchParams(query), EMPTY_FORM)
  expect(
    link('prompt=fox&style=flat&steps=4&seed=0&width=768&sampler=UniPC&guidance_scale=2.5'),
  ).toEqual({
    ...EMPTY_FORM,
    prompt: 'fox',
    style: 'flat',
    steps: 4,
    seed: 0,
    width: 768,
    sampler: 'UniPC',
    guidanceScale: 2.5,
  })
  expect(link('num_images=16')?.numImages).toBe(16)
  expect(link('prompt=fox&steps=1000&seed=-1&width=&sampler=none&num_images=5')).toEqual({
    ...EMPTY_FORM,
    prompt: 'fox',
  })
})

test('counts and resets what differs', () => {
  const form = { ...EMPTY_FORM, prompt: 'fox', steps: 30, seed: 1 }
  const usual = { steps: 20, guidance_scale: 4, sampler: 'Euler a' as const }
  expect(countChanged(form, usual)).toBe(2)
  expect(countChanged(form, { ...usual, steps: 30 })).toBe(1)
  expect(resetAdvanced(form)).toEqual({ ...EMPTY_FORM, prompt: 'fox' })
})
