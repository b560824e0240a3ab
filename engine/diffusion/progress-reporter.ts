import sharp from 'sharp'
import type { OperationProgress, ImageRequest } from '#lib/engine-spec/index.ts'
import type { DrawingPlan, Stage, StartingPicture } from './drawing-plan.ts'
import type { LoadedModel } from './loaded-model.ts'
import type { Backdrop } from './preview.ts'
import { LAST_PREVIEW, renderPreview } from './preview.ts'
import type { Vector } from './samplers/vector.ts'
import { onWhite } from './source/frame.ts'

/** Tells how far a request is, in order; previews are encoded while the next networks run. */
export interface ProgressReporter {
  /** @param expected the expected picture of each index after sampling step `done` */
  stepped(done: number, expected: readonly { index: number; latents: Vector }[]): void
  /** `done` pictures of all are ready. */
  finished(done: number): void
  /** Resolves when all has been told. Rejects with what went wrong. */
  told(): Promise<void>
}

/** People see no more than this, and rendering them takes time from the pictures. */
const PREVIEW_INTERVAL_MS = 300

/** @param tell gets each progress, unless `signal` has aborted */
export function createProgressReporter(
  model: LoadedModel,
  request: ImageRequest,
  plan: DrawingPlan,
  signal: AbortSignal,
  tell: (progress: OperationProgress) => void,
): ProgressReporter {
  const { previewMap, description } = model
  const steps = plan.stages.reduce((sum, stage) => sum + stage.steps - stage.skip, 0)
  const count = countYields(plan)
  const share = samplingShare(model, plan)
  const first = plan.stages[0]
  const edge = description.nativeSize / 2
  let shownAt = -Infinity
  let backdrop: Promise<Backdrop | null> | null = null
  /** Told with every step until there are newer ones: who hears of some steps only is to see them too. */
  let latest: Previews = []
  let last: Promise<void> = Promise.resolve()

  function push(
    progress: Omit<OperationProgress, 'previews'>,
    render: () => Promise<Previews>,
  ): void {
    last = tellAfter(last, progress, render)
    // Whoever waits for what has been told hears of it.
    last.catch(() => undefined)
  }

  async function tellAfter(
    before: Promise<void>,
    progress: Omit<OperationProgress, 'previews'>,
    render: () => Promise<Previews>,
  ): Promise<void> {
    await before
    const previews = await render()
    signal.throwIfAborted()
    tell({ ...progress, previews })
  }

  return {
    stepped(done, expected) {
      const part = done / (first?.count ?? 1)
      const allowed = previewMap !== null && part < 1 && part <= LAST_PREVIEW
      const due = allowed && performance.now() - shownAt >= PREVIEW_INTERVAL_MS
      if (due) shownAt = performance.now()
      const step = Math.floor((done / count) * steps + 1e-9)
      push({ step, steps, fraction: drawnShare(plan, done) * share }, async () => {
        if (!due) return allowed ? latest : []
        backdrop ??= plan.start?.repaint ? shrink(plan.start, edge) : Promise.resolve(null)
        const behind = await backdrop
        latest = await Promise.all(
          expected.map(async ({ index, latents }) => ({
            index,
            url: await renderPreview(previewMap, latents, first!.latent, edge, behind),
          })),
        )
        return latest
      })
    },
    finished(done) {
      const fraction = share + ((1 - share) * done) / request.indexes.length
      push({ step: steps, steps, fraction }, async () => [])
    },
    told: () => last,
  }
}

type Previews = OperationProgress['previews']

/** How often the samplers of all stages yield. */
export function countYields({ stages }: DrawingPlan): number {
  return stages.reduce((sum, stage) => sum + stage.count, 0)
}

/** Time of a network run grows with the latent cells to this power: attention makes it more than their number. */
const CELLS_POWER = 1.4

const weightOf = ({ latent }: Stage): number => (latent.width * latent.height) ** CELLS_POWER

/** The share of the sampling time that has passed when the samplers have yielded `done` times. */
function drawnShare({ stages }: DrawingPlan, done: number): number {
  let left = done
  let [passed, whole] = [0, 0]
  for (const stage of stages) {
    const here = Math.min(left, stage.count)
    left -= here
    passed += here * weightOf(stage)
    whole += stage.count * weightOf(stage)
  }
  return whole === 0 ? 0 : passed / whole
}

/** The share of the time that sampling takes; decoding takes about as long as a step of the first stage. */
function samplingShare({ enlarger, description }: LoadedModel, plan: DrawingPlan): number {
  const { stages, size } = plan
  const [first, last] = [stages[0], stages.at(-1)]
  if (!first || !last) return 0
  const edge = description.downscale
  const from = { width: last.latent.width * edge, height: last.latent.height * edge }
  const steps = stages.reduce(
    (sum, stage) => sum + ((stage.steps - stage.skip) * weightOf(stage)) / weightOf(first),
    0,
  )
  return steps / (steps + 1 + enlarger.costOf(size, from))
}

/** A source at the size of previews. */
async function shrink(start: StartingPicture, edge: number): Promise<Backdrop> {
  const { pixels, region, frame } = start
  const { width, height } = pixels
  const whole = onWhite(pixels, { left: 0, top: 0, width, height })
  const { data, info } = await sharp(whole, { raw: { width, height, channels: 3 } })
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [across, down] = [info.width / width, info.height / height]
  const left = Math.min(info.width - 1, Math.floor(region.left * across))
  const top = Math.min(info.height - 1, Math.floor(region.top * down))
  return {
    data,
    width: info.width,
    height: info.height,
    region: {
      left,
      top,
      width: Math.min(info.width - left, Math.max(1, Math.round(region.width * across))),
      height: Math.min(info.height - top, Math.max(1, Math.round(region.height * down))),
    },
    shown: {
      left: frame.shown.left / frame.width,
      top: frame.shown.top / frame.height,
      width: frame.shown.width / frame.width,
      height: frame.shown.height / frame.height,
    },
  }
}
