import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { EngineImage, OperationProgress, ImageRequest } from '#server/engines/spec/index.ts'
import { drawPictures } from '#engine/diffusion/draw-pictures.ts'
import { COMPANIONS } from '#engine/companions.ts'
import type { LoadedModel } from '#engine/diffusion/loaded-model.ts'
import { loadModel } from '#engine/diffusion/loaded-model.ts'
import type { Networks } from '#engine/diffusion/networks.ts'

/** The edge that the built-in model was trained at. */
export const EDGE = 128

/** A loaded model that draws in this very thread; `dispose` gives its memory back. */
export interface Easel {
  model: LoadedModel
  /** The pictures, and what the drawing failed with; a face of 128 x 128 in 8 steps unless asked otherwise. */
  draw(changes: Partial<ImageRequest>, by?: LoadedModel): Promise<Drawn>
  /** The first picture; throws what the drawing failed with. */
  drawOne(changes: Partial<ImageRequest>, by?: LoadedModel): Promise<EngineImage>
  /** The model with some of its networks wrapped, and without its store: the denoiser is then asked in every step. */
  withNetworks(changes: Partial<Networks>): LoadedModel
  dispose(): Promise<void>
}

export interface Drawn {
  images: EngineImage[]
  progress: OperationProgress[]
  failure: unknown
}

export async function setUpEasel(modelDir: string): Promise<Easel> {
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'easel-'))
  const model = await loadModel({ modelDir, cacheDir, threads: 1 }, COMPANIONS)

  async function draw(changes: Partial<ImageRequest>, by = model): Promise<Drawn> {
    const drawn: Drawn = { images: [], progress: [], failure: undefined }
    const request: ImageRequest = {
      type: changes.source ? 'ITI' : 'TTI',
      model: 'any',
      prompt: 'smiling face 3d style on blue background',
      negativePrompt: '',
      width: EDGE,
      height: EDGE,
      indexes: [0],
      seed: 7,
      steps: 8,
      guidanceScale: 4,
      sampler: 'Euler a',
      loras: [],
      ...changes,
    }
    const drawing = drawPictures(by, request, {
      signal: new AbortController().signal,
      onProgress: (progress) => drawn.progress.push(progress),
      onImage: (image) => drawn.images.push(image),
    })
    await drawing.catch((error: unknown) => (drawn.failure = error))
    return drawn
  }

  return {
    model,
    draw,
    async drawOne(changes, by) {
      const { images, failure } = await draw(changes, by)
      if (failure !== undefined) throw failure
      return images[0]!
    },
    withNetworks: (changes) => ({
      ...model,
      networks: { ...model.networks, ...changes },
      companion: null,
    }),
    async dispose() {
      await model.release()
      await rm(cacheDir, { recursive: true })
    },
  }
}

/** RGB of a picture. */
export async function rgb(file: Uint8Array): Promise<Uint8Array> {
  return sharp(file).removeAlpha().raw().toBuffer()
}

/** Mean difference of two pictures, 0 to 255; NaN if their sizes differ. */
export async function distance(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [one, other] = [await rgb(a), await rgb(b)]
  if (one.length !== other.length) return NaN
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length
}
