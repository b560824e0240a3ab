import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry, SwapProblem } from '#server/engines/spec/index.ts'
import type { ForeseeContext } from '../kind.ts'
import { createPatientLook } from './look-patiently.ts'

/** Tries each swap once. */
export function createSwapTrials({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): ForeseeContext['triesSwap'] {
  const lookOnce = createPatientLook<SwapProblem | 'fine'>()

  return async (engine, { source, target, pairs }) => {
    const tool = engines.list().find(({ name }) => name === engine)?.tool
    if (!tool?.triesSwap) return null
    const faces = pairs.map((pair) => `${pair.source}-${pair.target}`).join(',')
    const key = [engine, source.storageKey, target.storageKey, faces].join(' ')
    const tried = await lookOnce(key, async () => {
      const from = await media.readPicture(source.storageKey)
      const to = await media.readPicture(target.storageKey)
      if (!from || !to) return null
      const swap = { tool: 'swap_faces', source: from, target: to, pairs } as const
      return (await tool.triesSwap!(swap)) ?? 'fine'
    })
    return tried === 'fine' ? null : tried
  }
}
