import type { RemoteServer } from '../remote/remote-server.ts'
import { EngineError, type FollowHandlers } from '../spec/index.ts'
import { forgetPrompts } from './comfy-api.ts'
import { countProgress } from './count-progress.ts'
import type { ComfyOperation } from './operation.ts'
import { type Ended, type Makes, waitForPrompt } from './wait-for-prompt.ts'
import { watchServer } from './watch-server.ts'

export interface Following {
  server: RemoteServer
  operation: ComfyOperation
  /** How long the server may be away, milliseconds. */
  patienceMs: number
}

/** Beginning of the name of a picture's file on the server. */
export const outputOf = (client: string, index: number) => `${client}-${index}`

/** What the prompts of an operation make, and how it is copied to here. */
export interface Making<Output> {
  makes: Makes
  fetch(following: Following, index: number, ended: Ended, signal: AbortSignal): Promise<Output>
}

/**
 * Waits for the prompts of an operation in their order and hands over each picture at once.
 * @throws EngineError; `picture_failed` after all others have been handed over
 */
export async function followPrompts<Output>(
  following: Following,
  { makes, fetch }: Making<Output>,
  { onProgress, onOutput }: FollowHandlers<Output>,
  signal: AbortSignal,
): Promise<void> {
  const { server, operation, patienceMs } = following
  const over = new AbortController()
  const watching = AbortSignal.any([signal, over.signal])
  const progress = countProgress(operation, onProgress, watching)
  let ended = Promise.withResolvers<void>()
  watchServer(
    server,
    operation.client,
    {
      onStep: progress.step,
      onPreview: (image) => void progress.preview(image),
      onEnd() {
        ended.resolve()
        ended = Promise.withResolvers<void>()
      },
    },
    watching,
  )
  let failure: EngineError | null = null
  try {
    for (const [index, prompt] of operation.prompts) {
      const output = outputOf(operation.client, index)
      const nextEnd = () => ended.promise
      try {
        progress.report()
        const { place: onPlace } = progress
        const waiting = { server, prompt, output, makes, patienceMs, nextEnd, onPlace }
        const file = await waitForPrompt(waiting, signal)
        await onOutput(await fetch(following, index, file, signal))
      } catch (error) {
        if (!(error instanceof EngineError && error.code === 'picture_failed')) throw error
        failure = error
      }
      progress.next()
    }
    progress.report()
  } finally {
    over.abort()
  }
  await forgetPrompts(
    server,
    operation.prompts.map(([, prompt]) => prompt),
  )
  if (failure) throw failure
}
