import { expect, test } from 'vitest'
import published from '#tests/fixtures/engines/fal/published-inputs.json' with { type: 'json' }
import pages from '#tests/fixtures/engines/fal/published-on-pages.json' with { type: 'json' }
import { misfits, type PublishedInput, waysOf } from '#tests/support/published-inputs.ts'
import { readCatalogue } from '../remote/service/catalogue.ts'
import { FAL_MODELS } from './index.ts'

/** The types of `@fal-ai/client` 1.10.1, which are made from the schemas of all models. */
const TYPED: Readonly<Record<string, PublishedInput[]>> = published

/** Of models that these types do not have: pages of fal, of some of which only the beginning was to be had. */
const ON_PAGES: Readonly<Record<string, { inputs: PublishedInput[] }>> = pages

/** Endpoints that neither has. */
const UNPUBLISHED: ReadonlySet<string> = new Set(['fal-ai/any-llm', 'fal-ai/face-swap'])

const catalogue = readCatalogue(FAL_MODELS, null)
const ways = Object.entries(catalogue).flatMap(([id, entry]) =>
  waysOf(entry)
    .filter(({ endpoint }) => !UNPUBLISHED.has(endpoint))
    .map((way) => [id, way.endpoint, entry, way] as const),
)

test.each(ways)('%s sends what fal publishes that %s takes', (_id, endpoint, entry, way) => {
  const inputs = TYPED[endpoint] ?? ON_PAGES[endpoint]?.inputs
  expect(inputs, endpoint).toBeDefined()
  expect(misfits(entry, way, inputs!)).toEqual([])
})

test('a name, a value and a bound that fal does not know are seen, and what it needs', () => {
  const entry = catalogue['nano-banana-2']!
  const [way] = waysOf(entry)
  const inputs = TYPED['fal-ai/nano-banana-2']!
  const sent = (change: object) => misfits(entry, { ...way!, ...change }, inputs)
  expect(sent({ input: { ...way!.input, size: '1K' } })).toEqual(['size is no input'])
  expect(sent({ input: { ...way!.input, resolution: '3K' } })).toEqual(['resolution is never 3K'])
  expect(sent({ input: {} })).toEqual(['prompt is left out'])
  const narrow = inputs.map((one) => ({ ...one, ...(one.name === 'num_images' && { maximum: 0 }) }))
  expect(misfits(entry, way!, narrow)).toEqual(['num_images is never 1'])
})
