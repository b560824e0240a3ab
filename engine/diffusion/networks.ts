import path from 'node:path'
import type { Tensor } from 'onnxruntime-node'
import type { LoraNetwork } from './lora/lora-keys.ts'
import type { NetworkFolders } from './lora/with-merged-networks.ts'
import type { ModelDescription } from './model/model-folder.ts'
import type { KnownInputs, Numbers, OnnxSession } from '../onnx/onnx-session.ts'
import { numbersFor, openSession, runForAll, runSession } from '../onnx/onnx-session.ts'
import type { Runtime } from '../onnx/runtime.ts'

/** Width and height in latent cells. */
export interface LatentSize {
  width: number
  height: number
}

/** Encoded texts. */
export interface TextStates {
  /** `rows` x length x width. */
  data: Float32Array
  dims: readonly number[]
  /** What each row means as a whole, behind one another, for a denoiser that is told it (Stable Diffusion XL). */
  pooled?: Float32Array | undefined
}

/** What a text encoder reads: as many ids in each row as it reads at once. */
export type TokenRows = readonly (readonly number[])[]

/** A picture as the networks hold it: three planes (CHW). */
export interface Planes {
  data: Float32Array
  width: number
  height: number
}

/** What a denoiser is fed for one picture. */
export interface DenoiserInput {
  latents: Float32Array
  /** Latents that a denoiser with that input is shown beside the first row's; the others see zeros. */
  neighbours?: Float32Array | undefined
}

/** The networks of a model folder, loaded, with plain numbers in and out. */
export interface Networks {
  /** Words that the denoiser looks at; null if any number of them. */
  wordCount: number | null
  /** Rows that a run of the denoiser always has; null if any number of them. */
  rowCount: number | null
  /** Planes of latents that the denoiser is shown beside its own; null if none. */
  shownPlanes: number | null
  /** True if the denoiser is told the guidance instead of being asked with and without the prompt (LCM). */
  knowsGuidance: boolean
  /** True if an empty negative prompt is told as zeros. */
  emptyIsZero: boolean
  /** @param second the same texts as the second text encoder reads them, for a model that has one */
  encodeText(ids: TokenRows, second?: TokenRows): Promise<TextStates>
  /** What the words mean by themselves, where the text encoder tells: a vector a token, behind one another. */
  wordVectors(ids: readonly number[][]): Promise<Float32Array>
  /**
   * The denoiser's predictions for several pictures, each of them with every row of `states`, in one run.
   *
   * @param inputs all with `neighbours` or all without
   * @param guidance counts for a denoiser that `knowsGuidance` only
   * @returns for each picture a prediction a row
   */
  predict(
    inputs: readonly DenoiserInput[],
    size: LatentSize,
    timestep: number,
    states: TextStates,
    guidance: number,
  ): Promise<Float32Array[][]>
  /** Latents of unit scale to a picture in [-1, 1]. */
  decode(latents: Float32Array, size: LatentSize): Promise<Planes>
  /** A picture in [-1, 1], of whole latent cells, to its most probable latents of unit scale. */
  encode(picture: Planes): Promise<Float32Array>
  /** Gives the memory back; nothing may be asked afterwards. */
  release(): Promise<void>
}

/**
 * @param folders of networks that do not lie in the model's folder
 * @throws EngineError `model_broken`
 */
export async function loadNetworks(
  model: ModelDescription,
  runtime: Runtime,
  folders: NetworkFolders = {},
): Promise<Networks> {
  const opened: OnnxSession[] = []
  const open = async (name: string, inputs: KnownInputs): Promise<OnnxSession> => {
    const folder = folders[name as LoraNetwork] ?? path.join(model.dir, name)
    const session = await openSession(path.join(folder, 'model.onnx'), runtime, inputs)
    opened.push(session)
    return session
  }
  const release = async (): Promise<void> => {
    for (const { session } of opened.splice(0)) await session.release()
  }
  try {
    for (const [name, inputs] of NETWORKS) await open(name, inputs)
    if (model.isXl) await open('text_encoder_2', TEXT_INPUTS)
  } catch (error) {
    await release()
    throw error
  }
  const [textEncoder, unet, decoder, secondEncoder] = opened as [
    OnnxSession,
    OnnxSession,
    OnnxSession,
    OnnxSession?,
  ]
  const channels = model.latentChannels
  const shapeOf = (name: string) => unet.inputs.find((input) => input.name === name)?.shape
  const guidanceWidth = shapeOf(GUIDANCE_INPUT)?.[1]
  const shownPlanes = shapeOf(NEIGHBOURS_INPUT)?.[1]
  const wordCount = shapeOf(WORDS_INPUT)?.[1]
  const rowCount = shapeOf('sample')?.[0]
  const takesNumbers = shapeOf(NUMBERS_INPUT) !== undefined
  /** Most requests start from noise and never need it. */
  let encoder: Promise<OnnxSession> | null = null

  return {
    wordCount: typeof wordCount === 'number' ? wordCount : null,
    rowCount: typeof rowCount === 'number' ? rowCount : null,
    shownPlanes: typeof shownPlanes === 'number' ? shownPlanes : null,
    knowsGuidance: typeof guidanceWidth === 'number',
    emptyIsZero: model.emptyIsZero,
    async encodeText(ids, second = ids) {
      if (!secondEncoder)
        return runSession(textEncoder, feedTokens(textEncoder, ids), 'last_hidden_state')
      const [words] = await runForAll(textEncoder, feedTokens(textEncoder, ids), [
        penultimate(textEncoder),
      ])
      const [more, meaning] = await runForAll(secondEncoder, feedTokens(secondEncoder, second), [
        penultimate(secondEncoder),
        'text_embeds',
      ])
      return { ...besideEachOther(words!, more!), pooled: meaning!.data }
    },
    async wordVectors(ids) {
      const dims = [ids.length, ids[0]?.length ?? 0]
      const feeds = { input_ids: numbersFor(textEncoder, 'input_ids', ids.flat(), dims) }
      return (await runSession(textEncoder, feeds, 'word_vectors')).data
    },
    async predict(inputs, { width, height }, timestep, states, guidance) {
      const each = states.dims[0] ?? 1
      const rows = inputs.length * each
      const length = channels * height * width
      const input = new Float32Array(rows * length)
      for (let row = 0; row < rows; row++)
        input.set(inputs[Math.floor(row / each)]!.latents, row * length)
      const timeDims = timestepDims(shapeOf('timestep'), rows)
      const times = new Float32Array(timeDims[0] ?? 1).fill(timestep)
      const words = repeated(states.data, inputs.length)
      const feeds: Record<string, Tensor> = {
        sample: numbersFor(unet, 'sample', input, [rows, channels, height, width]),
        timestep: numbersFor(unet, 'timestep', times, timeDims),
        [WORDS_INPUT]: numbersFor(unet, WORDS_INPUT, words, [rows, ...states.dims.slice(1)]),
      }
      if (typeof guidanceWidth === 'number') {
        const all = repeated(Float32Array.from(embedGuidance(guidance, guidanceWidth)), rows)
        feeds[GUIDANCE_INPUT] = numbersFor(unet, GUIDANCE_INPUT, all, [rows, guidanceWidth])
      }
      if (states.pooled) {
        const all = repeated(states.pooled, inputs.length)
        feeds[MEANING_INPUT] = numbersFor(unet, MEANING_INPUT, all, [rows, all.length / rows])
      }
      if (takesNumbers) {
        // Its own size, nothing of it cropped, and the size that is to come out.
        const [high, wide] = [height * model.downscale, width * model.downscale]
        const all = repeated(Float32Array.of(high, wide, 0, 0, high, wide), rows)
        feeds[NUMBERS_INPUT] = numbersFor(unet, NUMBERS_INPUT, all, [rows, all.length / rows])
      }
      if (typeof shownPlanes === 'number') {
        const shown = shownPlanes * height * width
        const all = new Float32Array(rows * shown)
        for (const [i, { neighbours }] of inputs.entries())
          if (neighbours) all.set(neighbours, i * each * shown)
        const dims = [rows, shownPlanes, height, width]
        feeds[NEIGHBOURS_INPUT] = numbersFor(unet, NEIGHBOURS_INPUT, all, dims)
      }
      const { data } = await runSession(unet, feeds, 'out_sample')
      return inputs.map((_, i) =>
        Array.from({ length: each }, (__, row) => {
          const at = (i * each + row) * length
          return data.subarray(at, at + length)
        }),
      )
    },
    async decode(latents, { width, height }) {
      const scaled = latents.map((value) => value / model.scalingFactor + model.latentShift)
      const { data, dims } = await runSession(
        decoder,
        {
          latent_sample: numbersFor(decoder, 'latent_sample', scaled, [1, channels, height, width]),
        },
        'sample',
      )
      return { data, width: dims[3] ?? 0, height: dims[2] ?? 0 }
    },
    async encode({ data: pixels, width, height }) {
      encoder ??= open('vae_encoder', { known: ['sample'] })
      // A failure is not kept: the operator may put the file right.
      encoder.catch(() => (encoder = null))
      const network = await encoder
      const { data } = await runSession(
        network,
        { sample: numbersFor(network, 'sample', pixels, [1, 3, height, width]) },
        'latent_parameters',
      )
      // Mean and log-variance one after the other, or the latents themselves.
      const length = (channels * width * height) / model.downscale ** 2
      return data
        .subarray(0, length)
        .map((mean) => (mean - model.latentShift) * model.scalingFactor)
    },
    release,
  }
}

const WORDS_INPUT = 'encoder_hidden_states'
const GUIDANCE_INPUT = 'timestep_cond'
const NEIGHBOURS_INPUT = 'neighbours'
const MEANING_INPUT = 'text_embeds'
const NUMBERS_INPUT = 'time_ids'
const TEXT_INPUTS: KnownInputs = { known: ['input_ids', 'attention_mask'] }
/** Folders of the networks that every request needs; the samplers feed fractions, and prompts may be long. */
const NETWORKS: [name: string, inputs: KnownInputs][] = [
  ['text_encoder', TEXT_INPUTS],
  [
    'unet',
    {
      known: [
        'sample',
        'timestep',
        WORDS_INPUT,
        GUIDANCE_INPUT,
        NEIGHBOURS_INPUT,
        MEANING_INPUT,
        NUMBERS_INPUT,
      ],
      wider: { real: 'timestep', anyLength: WORDS_INPUT },
    },
  ],
  ['vae_decoder', { known: ['latent_sample'] }],
]

function feedTokens(encoder: OnnxSession, ids: TokenRows): Record<string, Tensor> {
  const dims = [ids.length, ids[0]?.length ?? 0]
  const all = ids.flat()
  const feeds = { input_ids: numbersFor(encoder, 'input_ids', all, dims) }
  if (encoder.inputs.every(({ name }) => name !== 'attention_mask')) return feeds
  const ones = new Float32Array(all.length).fill(1)
  return { ...feeds, attention_mask: numbersFor(encoder, 'attention_mask', ones, dims) }
}

/** What the last but one layer of a text encoder answers: ours say so, optimum's number all layers. */
function penultimate({ outputNames }: OnnxSession): string {
  const own = 'penultimate_hidden_state'
  if (outputNames.includes(own)) return own
  const layers = outputNames.filter((name) => name.startsWith('hidden_states.')).length
  return `hidden_states.${layers - 2}`
}

/** Two encodings of the same words, the one's numbers of each word before the other's. */
function besideEachOther(left: Numbers, right: Numbers): Numbers {
  const [rows = 0, length = 0, first = 0] = left.dims
  const second = right.dims[2] ?? 0
  const data = new Float32Array(left.data.length + right.data.length)
  for (let word = 0; word < rows * length; word++) {
    const at = word * (first + second)
    data.set(left.data.subarray(word * first, (word + 1) * first), at)
    data.set(right.data.subarray(word * second, (word + 1) * second), at + first)
  }
  return { data, dims: [rows, length, first + second] }
}

/** Exports take the timestep as a scalar, as one for all rows or as one a row. */
function timestepDims(shape: readonly (number | string)[] | undefined, rows: number): number[] {
  if (shape?.length === 0) return []
  return shape?.[0] === 1 ? [1] : [rows]
}

function repeated(values: Float32Array, times: number): Float32Array {
  const all = new Float32Array(times * values.length)
  for (let i = 0; i < times; i++) all.set(values, i * values.length)
  return all
}

/** The guidance as a denoiser is told that was distilled with it: Luo et al. 2023 (arXiv:2310.04378), appendix. */
function embedGuidance(guidance: number, width: number): number[] {
  const half = Math.floor(width / 2)
  const angles = Array.from(
    { length: half },
    (_, i) => 1000 * (guidance - 1) * Math.exp((-Math.log(10_000) * i) / (half - 1)),
  )
  return [
    ...angles.map((angle) => Math.sin(angle)),
    ...angles.map((angle) => Math.cos(angle)),
    ...Array<number>(width % 2).fill(0),
  ]
}
