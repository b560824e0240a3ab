import { expect, test } from 'vitest'
import type { ServiceModelEntry } from '#contract/service-model-entry.ts'
import published from '#tests/fixtures/engines/fal/published-inputs.json' with { type: 'json' }
import { readCatalogue } from '../remote/service/catalogue.ts'
import { FAL_MODELS } from './index.ts'

/** An input as fal publishes it: the types of `@fal-ai/client` 1.10.1, which are made from the schemas of all models. */
interface Published {
  name: string
  required?: boolean
  choices?: string[]
}
const PUBLISHED: Readonly<Record<string, Published[]>> = published

/** Endpoints that these types do not have. */
const UNPUBLISHED: ReadonlySet<string> = new Set(['fal-ai/any-llm', 'fal-ai/face-swap'])

interface Way {
  endpoint: string
  input: Record<string, unknown>
}

/** Every request that an entry may become. */
function waysOf(entry: ServiceModelEntry): Way[] {
  if (entry.does !== 'draw') return [entry]
  const { fromImage, withMask, withLoras, training } = entry
  return [entry, fromImage, withMask, withLoras, withLoras?.fromImage, training].filter(
    (way) => way !== undefined,
  )
}

const ways = Object.entries(readCatalogue(FAL_MODELS, null)).flatMap(([id, entry]) =>
  waysOf(entry).map((way) => [id, way] as const),
)

test.each(ways)('%s sends what fal publishes that it takes (%o)', (_id, { endpoint, input }) => {
  if (UNPUBLISHED.has(endpoint)) return
  const inputs = PUBLISHED[endpoint]
  expect(inputs, endpoint).toBeDefined()
  const byName = new Map(inputs!.map((one) => [one.name, one]))
  expect(Object.keys(input).filter((name) => !byName.has(name))).toEqual([])
  const needed = inputs!.filter(({ required }) => required).map(({ name }) => name)
  expect(needed.filter((name) => !Object.hasOwn(input, name))).toEqual([])
  const notAmongChoices = Object.entries(input).filter(([name, value]) => {
    const choices = byName.get(name)?.choices
    const isConstant = typeof value === 'string' && !value.startsWith('$')
    return choices && isConstant && !choices.includes(value)
  })
  expect(notAmongChoices).toEqual([])
})
