import { expect, test } from 'vitest'
import { readInputs, type Schemas } from './read-inputs.ts'

const inputsOf = (properties: Schemas, schemas: Schemas = {}) => readInputs({ properties }, schemas)

test('schemas that refer to each other again and again are read at once', () => {
  const all = Array.from({ length: 12 }, (_, i) => ({ $ref: `#/components/schemas/s${i}` }))
  const schemas = Object.fromEntries(all.map((_, i) => [`s${i}`, { anyOf: all }]))
  const started = performance.now()
  const [input] = inputsOf({ size: { anyOf: [...all, { type: 'string' }] } }, schemas)
  expect(input).toMatchObject({ name: 'size', type: 'text' })
  expect(performance.now() - started).toBeLessThan(1000)
})

test('a name that every object has is no schema of the service', () => {
  expect(inputsOf({ a: { $ref: '#/components/schemas/constructor' } })).toMatchObject([
    { name: 'a', type: 'other' },
  ])
})

test('of a schema that goes on for ever only as much is kept as a person would read', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`input_${i}`, { type: 'string' }]),
  )
  expect(inputsOf(many)).toHaveLength(200)
  const [choice, long] = inputsOf({
    choice: { type: 'string', enum: Array.from({ length: 900 }, (_, i) => `c${i}`) },
    long: { type: 'string', default: 'x'.repeat(3000) },
  })
  expect(choice!.choices).toHaveLength(500)
  expect(long!.standard).toBeNull()
})

test('the parts of an input that is put together are read together', () => {
  const schemas: Schemas = {
    Base: { properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    Round: {
      anyOf: [{ $ref: '#/components/schemas/Round' }, { $ref: '#/components/schemas/Base' }],
    },
  }
  const whole = { $ref: '#/components/schemas/Base' }
  const joined = { allOf: [whole, { properties: { seed: { type: 'integer' } } }] }
  const named = (inputs: { name: string; required: boolean }[]) =>
    inputs.map(({ name, required }) => `${name} ${required}`)
  expect(named(readInputs(joined, schemas))).toEqual(['prompt true', 'seed false'])
  expect(named(readInputs({ $ref: '#/components/schemas/Round' }, schemas))).toEqual([
    'prompt true',
  ])
})

test('words that no database keeps are left out, and an input that needs them cannot be read', () => {
  const [input] = inputsOf({
    style: { type: 'string', enum: ['a\0'], default: '\ud800', description: 'b\0c' },
  })
  expect(input).toMatchObject({ choices: ['a'], standard: null, description: 'bc' })
  const odd = { 'x\0': { type: 'string' }, ['y'.repeat(201)]: { type: 'string' } }
  expect(inputsOf(odd)).toEqual([])
  for (const name of Object.keys(odd))
    expect(() => readInputs({ properties: odd, required: [name] }, {})).toThrow('usable name')
})
