import { expect, test } from 'vitest'
import { proposeCredits } from '#contract/service-model-price.ts'
import { leastCreditValue } from '#server/domains/billing/index.ts'
import { FAL_MODELS } from '#server/engines/fal/index.ts'
import { readCatalogue } from '#server/engines/remote/service/catalogue.ts'
import { REPLICATE_MODELS } from '#server/engines/replicate/index.ts'
import type { ImageModel, ToolModel, VideoModel } from '#server/engines/spec/index.ts'
import { findLosses } from './find-losses.ts'

const VALUE = leastCreditValue()
const NOTHING = { models: [], tools: [], videos: [] }
const named = <T>(name: string, rest: Partial<T>) => ({ name, ...rest }) as T

test('what costs more than its credits bring at their lowest price is found, of each kind', () => {
  const cost = VALUE * 2 + 1
  const losses = findLosses({
    models: [
      named<ImageModel>('dear', { credits: 2, costMicros: cost }),
      named<ImageModel>('even', { credits: 2, costMicros: cost - 1 }),
      named<ImageModel>('own', { credits: 1 }),
    ],
    tools: [
      named<ToolModel>('edit', { tool: 'edit_image', credits: 2, costMicros: cost }),
      named<ToolModel>('listed', { tool: 'remove_background', costMicros: cost }),
      named<ToolModel>('workflow', { tool: 'run_workflow', costMicros: cost }),
    ],
    videos: [named<VideoModel>('film', { provider: 'LTX', credits: 1, costMicros: cost })],
  })
  expect(losses).toEqual([
    { model: 'dear', credits: 2, cost, brings: VALUE * 2 },
    { model: 'edit', credits: 2, cost, brings: VALUE * 2 },
    { model: 'listed', credits: 1, cost, brings: VALUE },
    { model: 'film', credits: 1, cost, brings: VALUE },
  ])
  expect(findLosses(NOTHING)).toEqual([])
})

const shipped = [FAL_MODELS, REPLICATE_MODELS].flatMap((models, at) =>
  Object.entries(readCatalogue(models, null)).map(
    ([id, entry]) => [at === 0 ? 'fal' : 'replicate', id, entry] as const,
  ),
)

/** Others cost what the price list says, or are words. */
const OWN_PRICE: ReadonlySet<string> = new Set(['draw', 'inpaint', 'edit_image', 'draw_avatars'])

test.each(shipped.filter(([, , { does }]) => OWN_PRICE.has(does)))(
  '%s %s is sold at no less than its cost and the margin',
  (_of, _id, entry) => {
    const { cost } = entry
    const { credits } = entry as { credits?: number }
    expect(credits).toBeGreaterThanOrEqual(proposeCredits({ does: 'draw', cost }, 30, VALUE))
  },
)
