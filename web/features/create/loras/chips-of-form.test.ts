import { expect, test } from 'vitest'
import { EMPTY_FORM } from '#web/features/generate/lib/form.ts'
import { dropLora, loraChips, reweigh } from './chips-of-form.ts'
import english from '#web/messages/en/create-loras.json'
import { createTexts } from '#web/lib/texts.ts'

const t = createTexts(english, 'en')

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
  const chips = loraChips(form, known, t)
  expect(chips.map((chip) => [chip.name, chip.weight, chip.problem])).toEqual([
    ['snow', 1, null],
    ['torn', 0.5, 'The LoRA "torn" is not a safetensors file.'],
    ['ink', 3, 'The weight of the LoRA "ink" must be a number from 0 to 2.'],
    ['none', 1, 'There is no LoRA named "none".'],
  ])
  expect(loraChips(form, null, t).map(({ problem }) => problem === null)).toEqual([
    true,
    true,
    false,
    true,
  ])
})

test('the weight of a LoRA changes where it is written: in the prompt or beside it', () => {
  const form = {
    ...EMPTY_FORM,
    prompt: '<lora:snow:0.5> a fox <lora:snow> <lora:ink:1>',
    loras: [{ model: 'ink', weight: 1 }],
  }
  const [first, second, third, chosen] = loraChips(form, null, t)
  expect(reweigh(form, second!, 0.8)).toEqual({
    prompt: '<lora:snow:0.5> a fox <lora:snow:0.8> <lora:ink:1>',
  })
  expect(reweigh(form, chosen!, 1.5)).toEqual({ loras: [{ model: 'ink', weight: 1.5 }] })
  expect(dropLora(form, first!)).toEqual({ prompt: 'a fox <lora:snow> <lora:ink:1>' })
  expect(dropLora(form, third!)).toEqual({ prompt: '<lora:snow:0.5> a fox <lora:snow>' })
  expect(dropLora(form, chosen!)).toEqual({ loras: [] })
})
