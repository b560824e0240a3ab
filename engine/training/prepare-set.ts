import type { LoadedModel } from '../diffusion/loaded-model.ts'
import { middleOf, toFrame } from '../diffusion/source/frame.ts'
import { readPicture } from '../diffusion/source/read-source.ts'
import type { TrainingExample, TrainingSet } from './noise-batch.ts'
import type { DenoiserShapes } from './training-graph.ts'

/** An encoded file and what it shows. */
export interface CaptionedPicture {
  image: Uint8Array
  caption: string
}

/** What a training learns from, and the shapes of what its network is fed. */
export interface PreparedSet {
  set: TrainingSet
  shapes: DenoiserShapes
}

interface Sources {
  pictures: readonly CaptionedPicture[]
  /** Images of the same kind as the network draws them. */
  prior: readonly CaptionedPicture[]
  /** Whether an image turned left to right shows the same as well. */
  mirrored: boolean
}

type TrainedModel = Pick<LoadedModel, 'description' | 'networks' | 'textEncoder'>

/**
 * Encodes images and words once, before the first step: the middle square of each image, at the edge that the model was
 * trained at.
 *
 * @param batch examples of a step
 * @throws EngineError `unsupported` for a file that is no image
 */
export async function prepareSet(
  model: TrainedModel,
  { pictures, prior, mirrored }: Sources,
  batch: number,
): Promise<PreparedSet> {
  const { description, networks, textEncoder } = model
  const { nativeSize: edge, downscale, latentChannels } = description
  const whole = { left: 0, top: 0, width: edge, height: edge }
  const encodeWords = async (caption: string) => {
    const tokens = textEncoder.tokenizer.tokens(caption).slice(0, textEncoder.tokenizer.maxTokens)
    return textEncoder.encode([{ tokens, weights: tokens.map(() => 1) }])
  }
  const encode = async ({ image, caption }: CaptionedPicture): Promise<TrainingExample[]> => {
    const pixels = await readPicture(image)
    const square = middleOf(pixels, { width: edge, height: edge })
    const planes = await toFrame(pixels, square, { width: edge, height: edge, shown: whole })
    const { data: words } = await encodeWords(caption)
    const views = mirrored ? [planes.data, turned(planes.data, edge)] : [planes.data]
    const examples: TrainingExample[] = []
    for (const data of views)
      examples.push({ latents: await networks.encode({ ...planes, data }), words })
    return examples
  }
  const encodeAll = async (all: readonly CaptionedPicture[]): Promise<TrainingExample[]> => {
    const examples: TrainingExample[] = []
    for (const one of all) examples.push(...(await encode(one)))
    return examples
  }
  const empty = await encodeWords('')
  const cells = edge / downscale
  const shown = networks.shownPlanes
  const shapes: Record<string, readonly number[]> = {
    timestep: [batch],
    encoder_hidden_states: [batch, ...empty.dims.slice(1)],
  }
  if (shown !== null) shapes['neighbours'] = [batch, shown, cells, cells]
  return {
    set: {
      examples: await encodeAll(pictures),
      prior: await encodeAll(prior),
      emptyWords: empty.data,
      shownLength: shown === null ? null : shown * cells ** 2,
    },
    shapes: { ...shapes, sample: [batch, latentChannels, cells, cells] },
  }
}

/** Three planes, left and right exchanged. */
function turned(planes: Float32Array, width: number): Float32Array {
  return planes.map((_, i) => planes[i - (i % width) + (width - 1 - (i % width))]!)
}
