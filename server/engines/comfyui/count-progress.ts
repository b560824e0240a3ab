import { LAST_PREVIEW, renderPreview } from '../remote/render-preview.ts'
import type { OperationProgress } from '../spec/index.ts'
import type { ComfyOperation } from './operation.ts'

/** Adds up the steps of an operation's pictures; those of a video are told in frames. */
export function countProgress(
  { prompts, steps, width, height, film }: ComfyOperation,
  onProgress: (progress: OperationProgress) => void,
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
    const fraction = step / all
    const units = film ? { step: Math.floor(fraction * film.frames), steps: film.frames } : null
    onProgress({ step, steps: all, ...units, fraction, ...(waits && { ahead }), previews })
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
