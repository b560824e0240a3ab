import { expect, test } from 'vitest'
import { GenerationRequest } from '#contract/generation-request.ts'
import {
  countChanged,
  EMPTY_FORM,
  formOfLink,
  formOfRequest,
  loraChips,
  requestOfForm,
  resetAdvanced,
} from './form.ts'

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
    sampler: 'DDIM' as const,
    seed: 9,
    variation: { seed: 4, strength: 0.3 },
    hires: { scale: 1.5, steps: 4, strength: 0.2 },
    guidanceRescale: 0.7,
    loras: [{ model: 'snow', weight: 0.8 }],
  }
  expect(formOfRequest(requestOfForm(form), 'basic', 9)).toEqual(form)
})

test('a link fills in what it names and nothing else', () => {
  const current = { ...EMPTY_FORM, prompt: 'draft', steps: 30 }
  expect(formOfLink(new URLSearchParams('ref=mail'), current)).toBeNull()
  const form = formOfLink(
    new URLSearchParams('selected_mode=advanced&lora_models=a,b,c&lora_weights=1.3,,9&model=m1'),
    current,
  )
  expect(form).toMatchObject({ prompt: 'draft', steps: 30, mode: 'advanced', model: 'm1' })
  expect(form?.loras).toEqual([
    { model: 'a', weight: 1.3 },
    { model: 'b', weight: 1 },
    { model: 'c', weight: 2 },
  ])
})

test('an unknown mode in a link is ignored and a long prompt is cut', () => {
  const form = formOfLink(
    new URLSearchParams({ selected_mode: 'expert', prompt: 'x'.repeat(5000) }),
    EMPTY_FORM,
  )
  expect(form?.mode).toBe('basic')
  expect(form?.prompt).toHaveLength(2000)
})

test('counts and resets what differs', () => {
  const form = { ...EMPTY_FORM, prompt: 'fox', steps: 30, seed: 1 }
  expect(countChanged(form)).toBe(2)
  expect(resetAdvanced(form)).toEqual({ ...EMPTY_FORM, prompt: 'fox' })
})

test('chips name what cannot be used', () => {
  const form = {
    ...EMPTY_FORM,
    prompt: 'fox <lora:snow:> <lora:torn:0.5> <lora:ink:3> <lora:none:1>',
  }
  const known = new Map([
    ['snow', null],
    ['ink', null],
    ['torn', 'is not a safetensors file'],
  ])
  const chips = loraChips(form, known)
  expect(chips.map((chip) => [chip.name, chip.weight, chip.problem])).toEqual([
    ['snow', 1, null],
    ['torn', 0.5, 'The LoRA "torn" is not a safetensors file.'],
    ['ink', 3, 'The weight of the LoRA "ink" must be a number from 0 to 2.'],
    ['none', 1, 'There is no LoRA named "none".'],
  ])
  expect(loraChips(form, null).map(({ problem }) => problem === null)).toEqual([
    true,
    true,
    false,
    true,
  ])
})
