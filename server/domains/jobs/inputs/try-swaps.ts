import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry, TriedSwapProblem } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { createWorkBudget } from '#server/platform/work-budget.ts'
import type { ForeseeContext } from '../kind.ts'
import { createPatientLook } from './look-patiently.ts'

/** Faces of one swap that are tried. Each takes a second or two of the one process that looks at images for everybody. */
const MOST_FACES = 3
/** Faces that are tried for one person a minute: a trial costs nothing, whether or not an order follows. */
const FACES_A_MINUTE = 9

/** Tries each swap of a few faces once. */
export function createSwapTrials({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): ForeseeContext['triesSwap'] {
  const lookOnce = createPatientLook<TriedSwapProblem | 'fine'>()
  const budget = createWorkBudget(FACES_A_MINUTE)
  const mayTry = async (userId: string, faces: number): Promise<boolean> => {
    try {
      await budget.spend(userId, faces)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'throttled') return false
      throw error
    }
  }

  return async (engine, { userId, source, target, pairs }) => {
    if (pairs.length > MOST_FACES) return null
    const tool = engines.list().find(({ name }) => name === engine)?.tool
    if (!tool?.triesSwap) return null
    const faces = pairs.map((pair) => `${pair.source}-${pair.target}`).join(',')
    const key = [engine, source.storageKey, target.storageKey, faces].join(' ')
    const tried = await lookOnce(key, async () => {
      if (!(await mayTry(userId, pairs.length))) return null
      const from = await media.readPicture(source.storageKey)
      const to = await media.readPicture(target.storageKey)
      if (!from || !to) return null
      const swap = { tool: 'swap_faces', source: from, target: to, pairs } as const
      return (await tool.triesSwap!(swap)) ?? 'fine'
    })
    return tried === 'fine' ? null : tried
  }
}
