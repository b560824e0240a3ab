import type { ImageRequest } from '#server/engines/spec/index.ts'
import { InferenceSession } from '#engine/onnx/inference-session.ts'
import { drawPictures } from '#engine/diffusion/draw-pictures.ts'
import type { LoadedModel } from '#engine/diffusion/loaded-model.ts'

/**
 * Draws a request and keeps every run of a network that it took, with its inputs. Nothing else may run networks in this
 * process meanwhile.
 *
 * @returns makes the very same runs again, one after the other: what drawing costs at the least, for the bench to compare
 *   the engine with
 */
export async function recordRuns(
  model: LoadedModel,
  request: ImageRequest,
): Promise<() => Promise<void>> {
  const runs: (() => Promise<unknown>)[] = []
  // It is a class, of which the types show the part that creates.
  const { prototype } = InferenceSession as unknown as { prototype: InferenceSession }
  const run: (...args: Parameters<InferenceSession['run']>) => Promise<unknown> = prototype.run
  prototype.run = function (this: InferenceSession, ...args: Parameters<typeof run>) {
    const again = (): Promise<unknown> => run.apply(this, args)
    runs.push(again)
    return again()
  } as InferenceSession['run']
  try {
    await drawPictures(model, request, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onImage: () => undefined,
    })
  } finally {
    prototype.run = run as InferenceSession['run']
  }
  return async () => {
    for (const again of runs) await again()
  }
}
