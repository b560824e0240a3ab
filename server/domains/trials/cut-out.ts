import { setTimeout as sleep } from 'node:timers/promises'
import { hasWaiting } from '#server/domains/jobs/index.ts'
import { EngineError, type EngineImage, type FoundTool } from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { TrialsDeps } from './deps.ts'

/** How often it is asked whether a customer waits. */
const LOOK_MS = 100
const RETRY_SECONDS = 15

export const busy = (): AppError =>
  userError('busy', t('trials.busyWithCustomers'), {
    retryAfterSeconds: RETRY_SECONDS,
  })

type CutOutDeps = Pick<TrialsDeps, 'db' | 'engines' | 'recordCost'>

/** @throws {AppError} `unavailable` without an engine, `busy` while a customer's job waits for it */
export async function requireIdleEngine({ db, engines }: CutOutDeps): Promise<FoundTool> {
  const found = await engines.findTool('remove_background')
  if (!found) {
    throw new AppError('unavailable', 'No engine removes backgrounds', {
      userMessage: t('common.toolNotNow'),
    })
  }
  if (await hasWaiting(db.kysely, found.engine.name)) throw busy()
  return found
}

/**
 * Cuts out what a picture shows, and gives way as soon as a customer's job waits for the engine.
 * @param picture PNG
 * @throws {AppError} `busy`, `unavailable`; the reason of the signal
 */
export async function cutOut(
  deps: CutOutDeps,
  { engine, tool }: FoundTool,
  picture: Buffer,
  signal: AbortSignal,
): Promise<EngineImage> {
  const operation = await tool
    .start({ tool: 'remove_background', image: picture })
    .catch((error: unknown) => {
      throw refusal(error)
    })
  const over = new AbortController()
  let isGivingWay = false
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      isGivingWay ||= await hasWaiting(deps.db.kysely, engine.name)
      if (isGivingWay || signal.aborted) return tool.cancel(operation)
      await sleep(LOOK_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  let image: EngineImage | null = null
  try {
    const { costMicros = 0 } = await tool.follow(operation, {
      onProgress: () => undefined,
      async onOutput(output) {
        image = output
      },
    })
    if (costMicros > 0) {
      await transact(deps.db, (tx) => deps.recordCost(tx, engine.name, costMicros))
    }
  } catch (error) {
    throw refusal(error)
  } finally {
    over.abort()
    await watching
  }
  signal.throwIfAborted()
  if (!image) throw busy()
  return image
}

/** What an engine's failure is to a stranger. */
function refusal(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  return new AppError('unavailable', `${error.code}: ${error.message}`, {
    userMessage: t('trials.photoNotNow'),
    cause: error,
  })
}
