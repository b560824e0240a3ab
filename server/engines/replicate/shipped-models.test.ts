import { expect, test } from 'vitest'
import published from '#tests/fixtures/engines/replicate/published-inputs.json' with { type: 'json' }
import { misfits, type PublishedInput, waysOf } from '#tests/support/published-inputs.ts'
import { readCatalogue } from '../remote/service/catalogue.ts'
import { REPLICATE_MODELS } from './index.ts'

/** As Replicate's pages of versions tell, or a list of its public models with their schemas; each names which. */
const PUBLISHED: Readonly<Record<string, { inputs: PublishedInput[] }>> = published

/** Models whose schema was not to be had. */
const UNPUBLISHED: ReadonlySet<string> = new Set([
  'meta/meta-llama-3-8b-instruct',
  'qwen/qwen-image',
  'sczhou/codeformer:cc4956dd26fa5a7185d5660cc9100fab1b8070a1d1654a8bb5eb6d443b020bb2',
])

const ways = Object.entries(readCatalogue(REPLICATE_MODELS, null)).flatMap(([id, entry]) =>
  waysOf(entry)
    .filter(({ endpoint }) => !UNPUBLISHED.has(endpoint))
    .map((way) => [id, way.endpoint, entry, way] as const),
)

test.each(ways)('%s sends what Replicate publishes that %s takes', (_id, endpoint, entry, way) => {
  const { inputs } = PUBLISHED[endpoint] ?? {}
  expect(inputs, endpoint).toBeDefined()
  expect(misfits(entry, way, inputs!)).toEqual([])
})
