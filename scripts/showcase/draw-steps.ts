import { drawLatents } from '#engine/diffusion/draw-latents.ts'
import { planDrawing } from '#engine/diffusion/drawing-plan.ts'
import { finishPicture, toPixelRange } from '#engine/diffusion/finish-picture.ts'
import type { LoadedModel } from '#engine/diffusion/loaded-model.ts'
import { createNoiseStream } from '#engine/diffusion/noise.ts'
import { createRunLane } from '#engine/diffusion/run-lane.ts'
import { type AskDenoiser, runAlone } from '#engine/diffusion/shared-runs.ts'
import type { ImageRequest } from '#server/engines/spec/index.ts'

/**
 * A picture as it is before each step of a request for one, from nothing but noise on, and last the picture itself; all
 * are decoded and enlarged as the last one is.
 * @returns PNG files
 */
export async function drawSteps(model: LoadedModel, request: ImageRequest): Promise<Uint8Array[]> {
  const lane = createRunLane(new AbortController().signal)
  const plan = await planDrawing(model, request, lane)
  const states: Float32Array[] = []
  const predict = runAlone(model.networks)
  const ask: AskDenoiser = (input, ...told) => {
    states.push(input.latents)
    return predict(input, ...told)
  }
  const noise = createNoiseStream(request.seed)
  const drawing = drawLatents(
    { model, request, plan, lane, ask, drawnAfter: new Map(), ends: new Map() },
    noise,
    request.seed,
  )
  let step = await drawing.next()
  while (!step.done) step = await drawing.next()
  states.push(Float32Array.from(step.value))

  const pictures: Uint8Array[] = []
  for (const latents of states) {
    const decoded = await model.networks.decode(latents, plan.stages[0]!.latent)
    const enlarged = await model.enlarger.enlarge(toPixelRange(decoded), plan.size, lane)
    pictures.push((await finishPicture(enlarged, plan)).data)
  }
  return pictures
}
