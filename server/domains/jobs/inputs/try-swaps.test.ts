import { expect, test } from 'vitest'
import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry, SwapFacesRequest } from '#server/engines/spec/index.ts'
import type { FoundInput } from '../kind.ts'
import { createSwapTrials } from './try-swaps.ts'

/** @returns trials by an engine that finds an edge in all of them, and the swaps that it was given */
function startTrials() {
  const tried: SwapFacesRequest[] = []
  const tool = {
    async triesSwap(swap: SwapFacesRequest) {
      tried.push(swap)
      return 'border' as const
    },
  }
  const trials = createSwapTrials({
    engines: { list: () => [{ name: 'own', tool }] } as unknown as EngineRegistry,
    media: { readPicture: async () => new Uint8Array(1) } as unknown as Media,
  })
  const tries = (userId: string, source: string, faces = 1) =>
    trials('own', {
      userId,
      source: { storageKey: source } as FoundInput,
      target: { storageKey: 'target' } as FoundInput,
      pairs: Array.from({ length: faces }, (_, face) => ({ source: face, target: face })),
    })
  return { tries, tried }
}

test('a swap is tried once, and one of many faces not at all', async () => {
  const { tries, tried } = startTrials()
  expect(await Promise.all([tries('ada', 'a'), tries('bea', 'a')])).toEqual(['border', 'border'])
  expect(tried).toHaveLength(1)
  expect(await tries('ada', 'a', 3)).toBe('border')
  expect(await tries('ada', 'a', 4)).toBeNull()
  expect(tried).toHaveLength(2)
})

test('nine faces of one person are tried a minute, whatever others had tried', async () => {
  const { tries, tried } = startTrials()
  for (let swap = 0; swap < 12; swap++) await tries('ada', `photo ${swap}`)
  expect(tried).toHaveLength(9)
  expect(await tries('ada', 'one more')).toBeNull()
  expect(await tries('bea', 'one more')).toBe('border')
})

test('what comes when many wait is not tried', async () => {
  const { tries, tried } = startTrials()
  const people = Array.from({ length: 20 }, (_, person) => tries(`person ${person}`, `${person}`))
  expect((await Promise.all(people)).filter((answer) => answer === null)).toHaveLength(10)
  expect(tried).toHaveLength(10)
})
