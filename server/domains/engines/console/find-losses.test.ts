import { expect, test } from 'vitest'
import { leastCreditValue } from '#server/domains/billing/index.ts'
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
