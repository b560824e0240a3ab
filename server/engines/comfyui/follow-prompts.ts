import sharp from 'sharp'
import { checkImage } from '../remote/check-image.ts'
import { finishLater } from '../remote/prepare-source.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import { LAST_PREVIEW, renderPreview } from '../remote/render-preview.ts'
import { seedOf } from '../remote/request-sizes.ts'
import { EngineError, type EngineImage, type FollowHandlers } from '../spec/index.ts'
import { downloadFile, forgetPrompts } from './comfy-api.ts'
import type { ComfyOperation } from './operation.ts'
import { type Ended, lost, waitForPrompt } from './wait-for-prompt.ts'
import { watchServer } from './watch-server.ts'

export interface Following {
  server: RemoteServer
  operation: ComfyOperation
  /** How long the server may be away, milliseconds. */
  patienceMs: number
}

/** Beginning of the name of a picture's file on the server. */
export const outputOf = (client: string, index: number) => `${client}-${index}`

/**
 * Waits for the prompts of an operation in their order and hands over each picture at once.
 * @throws EngineError; `picture_failed` after all others have been handed over
 */
export async function followPrompts(
  following: Following,
  { onProgress, onOutput }: FollowHandlers<EngineImage>,
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
        const waiting = { server, prompt, output, patienceMs, nextEnd, onPlace }
        const file = await waitForPrompt(waiting, signal)
        await onOutput(await fetchImage(following, index, file, signal))
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

async function fetchImage(
  { server, operation }: Following,
  index: number,
  { file, isLeft }: Ended,
  signal: AbortSignal,
): Promise<EngineImage> {
  const { onto, transparency } = operation
  const drawn = await checkImage(await downloadFile(server, file, signal), operation, {
    mayBeBlack: transparency !== undefined,
  }).catch((error: unknown) => {
    // A server that ended while it wrote leaves half a file.
    throw isLeft ? lost(file.filename) : error
  })
  const shared = {
    index,
    contentType: 'image/png' as const,
    seed: operation.seed === null ? null : seedOf(operation.seed, index),
  }
  if (onto) {
    const image = await downloadFile(server, onto.image, signal)
    const opacity = await downloadFile(server, onto.opacity, signal)
    const { width, height } = onto
    const data = await finishLater({ image, opacity, result: { width, height } }, drawn)
    return { ...shared, data, width, height }
  }
  const { width, height } = operation
  const data = transparency
    ? await withTransparency(drawn, await downloadFile(server, transparency, signal), operation)
    : drawn
  return { ...shared, data, width, height }
}

async function withTransparency(
  drawn: Uint8Array,
  original: Uint8Array,
  { width, height }: ComfyOperation,
): Promise<Uint8Array> {
  const { hasAlpha } = await sharp(original).metadata()
  if (!hasAlpha) return drawn
  const alpha = await sharp(original)
    .extractChannel('alpha')
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const raw = await sharp(drawn).removeAlpha().raw().toBuffer()
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

/** Adds up the steps of an operation's pictures. */
function countProgress(
  { prompts, steps, width, height }: ComfyOperation,
  onProgress: FollowHandlers<EngineImage>['onProgress'],
  signal: AbortSignal,
) {
  const each = steps.reduce((sum, [, count]) => sum + count, 0) || 1
  const all = each * prompts.length
  let current = 0
  let made = 0
  let isRendering = false
  let ahead = 0

  const report = (previews: { index: number; url: string }[] = []) => {
    const step = Math.min(all, current * each + made)
    const waits = step === 0 && ahead > 0
    onProgress({ step, steps: all, fraction: step / all, ...(waits && { ahead }), previews })
  }

  return {
    report: () => report(),
    place(before: number) {
      if (before === ahead) return
      ahead = before
      report()
    },
    next() {
      current += 1
      made = 0
    },
    step(prompt: string, node: string, done: number) {
      const at = steps.findIndex(([id]) => id === node)
      if (prompts[current]?.[1] !== prompt || at < 0) return
      const before = steps.slice(0, at).reduce((sum, [, count]) => sum + count, 0)
      made = Math.max(made, Math.min(each, before + done))
      report()
    },
    /** The server draws this client's pictures in their order, so it is of the current one. */
    async preview(image: Uint8Array) {
      const index = prompts[current]?.[0]
      const of = current
      if (isRendering || index === undefined || made > LAST_PREVIEW * each) return
      isRendering = true
      const url = await renderPreview(image, { width, height })
      isRendering = false
      if (url !== null && of === current && !signal.aborted) report([{ index, url }])
    },
  }
}
