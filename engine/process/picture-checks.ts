import { randomUUID } from 'node:crypto'
import type { EngineError, PictureScores } from '#lib/engine-spec/index.ts'
import { toEngineError } from './worker-errors.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

type Answer = Extract<FromWorker, { type: 'classified' | 'not-classified' }>

/** Pictures that are being looked at in the worker process. */
export interface PictureChecks {
  classify(picture: Uint8Array): Promise<PictureScores>
  receive(answer: Answer): void
  /** The process is gone, and all that it was looking at. */
  lose(error: EngineError): void
  isBusy(): boolean
}

export function createPictureChecks(send: (message: ToWorker) => void): PictureChecks {
  const open = new Map<string, PromiseWithResolvers<PictureScores>>()

  return {
    classify(picture) {
      const id = randomUUID()
      const check = Promise.withResolvers<PictureScores>()
      open.set(id, check)
      send({ type: 'classify', id, picture })
      return check.promise
    },
    receive(answer) {
      const check = open.get(answer.id)
      open.delete(answer.id)
      if (answer.type === 'classified') check?.resolve(answer.scores)
      else check?.reject(toEngineError(answer.error))
    },
    lose(error) {
      for (const check of open.values()) check.reject(error)
      open.clear()
    },
    isBusy: () => open.size > 0,
  }
}
