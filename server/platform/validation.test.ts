import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accounts } from '#contract/accounts.ts'
import { GenerationRequest } from '#contract/generation-request.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseInput } from './validation.ts'

function fieldsOf(schema: z.ZodType, input: unknown): Record<string, string[]> | undefined {
  try {
    parseInput(schema, input)
  } catch (error) {
    return error instanceof AppError ? { ...error.fieldSentences } : undefined
  }
  return undefined
}

const prompt = 'a fox'

describe('messages', () => {
  test('of a number that is no multiple', () => {
    const schema = z.object({ size: z.int().multipleOf(8) })
    expect(fieldsOf(schema, { size: 100 })).toEqual({
      size: ['Ensure this value is a multiple of 8.'],
    })
  })

  test.each([
    [{}, 'prompt', 'This field is required.'],
    [{ prompt: null }, 'prompt', 'This field may not be null.'],
    [{ prompt: '' }, 'prompt', 'This field may not be blank.'],
    [{ prompt: '  \n ' }, 'prompt', 'This field may not be blank.'],
    [{ prompt: 4 }, 'prompt', 'Not a valid string.'],
    [{ prompt: ['a'] }, 'prompt', 'Not a valid string.'],
    [{ prompt: [] }, 'prompt', 'Not a valid string.'],
    [{ prompt: '\u200b\u00ad \u2060' }, 'prompt', 'This field may not be blank.'],
    [{ prompt: 'a'.repeat(2001) }, 'prompt', 'Ensure this field has no more than 2000 characters.'],
    [{ prompt, num_images: '4' }, 'num_images', 'A valid integer is required.'],
    [{ prompt, num_images: 1.5 }, 'num_images', 'A valid integer is required.'],
    [{ prompt, num_images: null }, 'num_images', 'This field may not be null.'],
    [{ prompt, num_images: true }, 'num_images', 'A valid integer is required.'],
    [{ prompt, num_images: 5 }, 'num_images', 'Ensure this value is less than or equal to 4.'],
    [{ prompt, num_images: 0 }, 'num_images', 'Ensure this value is greater than or equal to 1.'],
    [
      { prompt, seed: 4294967296 },
      'seed',
      'Ensure this value is less than or equal to 4294967295.',
    ],
    [{ prompt, seed: 2 ** 53 }, 'seed', 'Ensure this value is less than or equal to 4294967295.'],
    [{ prompt, seed: -(2 ** 53) }, 'seed', 'Ensure this value is greater than or equal to 0.'],
    [{ prompt, seed: 1e300 }, 'seed', 'Ensure this value is less than or equal to 4294967295.'],
    [{ prompt, guidance_scale: 'high' }, 'guidance_scale', 'A valid number is required.'],
    [{ prompt, sampler: 'Euler b' }, 'sampler', '"Euler b" is not a valid choice.'],
    [{ prompt, sampler: 3 }, 'sampler', 'Not a valid choice.'],
    [{ prompt, type: null }, 'type', 'This field may not be null.'],
    [{ prompt, loras: {} }, 'loras', 'Expected a list of items but got type "dict".'],
    [{ prompt, loras: 'x' }, 'loras', 'Expected a list of items but got type "str".'],
    [{ prompt, loras: [{}] }, 'loras', '0.model: This field is required.'],
    [
      { prompt, loras: [{ model: 'a' }, { model: 'b', weight: 3 }] },
      'loras',
      '1.weight: Ensure this value is less than or equal to 2.',
    ],
    [{ prompt, loras: [{ model: 'a', more: 1 }] }, 'loras', '0.more: Unknown field.'],
    [{ prompt, loras: ['a'] }, 'loras', '0: Invalid data. Expected a dictionary, but got str.'],
    [{ prompt, loras: [null] }, 'loras', '0: This field may not be null.'],
    [{ prompt, outpaint: [] }, 'outpaint', 'Invalid data. Expected a dictionary, but got list.'],
    [{ prompt, turbo: 1 }, 'turbo', 'Unknown field.'],
    [{ prompt: 'nul \0' }, 'prompt', 'Null characters are not allowed.'],
    [{ prompt, negative_prompt: 'half \ud800' }, 'negative_prompt', 'Not a valid string.'],
    [{ prompt, loras: [{ model: '\0' }] }, 'loras', '0.model: Null characters are not allowed.'],
  ])('%j', (input, field, message) => {
    expect(fieldsOf(GenerationRequest, input)).toEqual({ [field]: [message] })
  })

  test.each([
    ['', 'This field may not be blank.'],
    ['nobody', 'Enter a valid email address.'],
    ['a@b', 'Enter a valid email address.'],
    ["a' or 1=1;--@x.co", 'Enter a valid email address.'],
    [7, 'Not a valid string.'],
  ])('the e-mail %j', (email, message) => {
    expect(fieldsOf(accounts.resendEmail.body, { email })).toEqual({ email: [message] })
  })

  test('an e-mail is trimmed, and may not be endless', () => {
    expect(parseInput(accounts.resendEmail.body, { email: ' A@b.co\n' })).toEqual({
      email: 'A@b.co',
    })
    const email = `${'a'.repeat(10_000)}@b.co`
    expect(fieldsOf(accounts.resendEmail.body, { email })).toEqual({
      email: ['Ensure this field has no more than 254 characters.'],
    })
  })

  test('every wrong field is named at once', () => {
    const fields = fieldsOf(GenerationRequest, { steps: 0, sampler: null, extra: 1, more: 2 })
    expect(Object.keys(fields ?? {}).toSorted()).toEqual([
      'extra',
      'more',
      'prompt',
      'sampler',
      'steps',
    ])
  })

  test('names of objects are fields like any other', () => {
    const input = JSON.parse('{"prompt":"a","constructor":1,"toString":2}') as unknown
    expect(fieldsOf(GenerationRequest, input)).toEqual({
      constructor: ['Unknown field.'],
      toString: ['Unknown field.'],
    })
  })

  test('a message in the schema wins', () => {
    const schema = z.strictObject({ a: z.string().regex(/x/, 'No x.') })
    expect(fieldsOf(schema, { a: 'y' })).toEqual({ a: ['No x.'] })
  })
})

test('a body nested as deep as its size allows neither overflows nor takes long', () => {
  let deep: unknown = 'end'
  for (let i = 0; i < 400_000; i += 1) deep = [deep]
  const started = performance.now()
  expect(fieldsOf(z.strictObject({ a: z.unknown() }), { a: deep })).toBeUndefined()
  expect(performance.now() - started).toBeLessThan(2000)
})

test('defaults are filled in and nothing is coerced', () => {
  expect(parseInput(GenerationRequest, { prompt: ' a fox ' })).toMatchObject({
    prompt: 'a fox',
    num_images: 4,
    seed: null,
    loras: [],
  })
})

describe('many mistakes at once', () => {
  const count = (fields: Record<string, string[]> | undefined) =>
    Object.values(fields ?? {}).flat().length

  test('are named up to the twentieth', () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]))
    expect(count(fieldsOf(GenerationRequest, { prompt, ...unknown }))).toBe(20)
    const loras = Array.from({ length: 500 }, () => ({ weight: 'x' }))
    expect(count(fieldsOf(z.object({ loras: z.array(z.strictObject({})) }), { loras }))).toBe(20)
  })
})
