import type { Value } from '../onnx/onnx-writer.ts'
import { ELEMENT, OnnxWriter } from '../onnx/onnx-writer.ts'
import type { StoredTensor } from '../safetensors.ts'

/** Finds a network's weight by its name in diffusers. */
export interface Weights {
  has(name: string): boolean
  /** Throws EngineError `model_broken` if there is none. */
  get(name: string): StoredTensor
}

/** A weight and where it will lie in the file of weights. */
export interface PlannedWeight {
  tensor: StoredTensor
  offset: number
  /** A matrix that is to be written with rows and columns exchanged. */
  transposed: boolean
}

export interface BuiltNetwork {
  model: Buffer
  weights: PlannedWeight[]
}

/** The file beside a network that holds its weights. */
export const WEIGHTS_FILE = 'model.onnx_data'

/** Bytes of a number in single precision. */
const WIDTH = 4
/** Weights begin at whole pages, so that they can be mapped into memory. */
const PAGE = 4096
const LAYER_NORM_EPSILON = 1e-5

/**
 * Writes the layers that diffusion networks consist of. Pictures are [n, c, h, w], sequences [n, length, c]. The
 * numbers of weights are not looked at: the plan says from where to where they are to be copied. Weights keep
 * the names that they have in diffusers. All are written in single precision: the runtime computes in it, and where it
 * had to widen them itself it held half as much again.
 */
export class NetworkBuilder {
  readonly writer = new OnnxWriter()
  readonly #weights: Weights
  readonly #groups: number
  readonly #planned: PlannedWeight[] = []
  #end = 0

  /** @param groups of channels that are normalised together */
  constructor(weights: Weights, groups: number) {
    this.#weights = weights
    this.#groups = groups
  }

  has(name: string): boolean {
    return this.#weights.has(name)
  }

  sizeOf(name: string, axis: number): number {
    return this.#weights.get(name).shape[axis] ?? 1
  }

  rankOf(name: string): number {
    return this.#weights.get(name).shape.length
  }

  /** How many there are of `prefix0suffix`, `prefix1suffix`, ... */
  count(prefix: string, suffix: string): number {
    let count = 0
    while (this.has(`${prefix}${count}${suffix}`)) count++
    return count
  }

  /** @param shape where it differs from the stored one in sizes of 1 only */
  weight(name: string, shape?: readonly number[], transposed = false): Value {
    const tensor = this.#weights.get(name)
    const offset = Math.ceil(this.#end / PAGE) * PAGE
    const length = WIDTH * tensor.shape.reduce((product, size) => product * size, 1)
    this.#end = offset + length
    this.#planned.push({ tensor, offset, transposed })
    const data = { location: WEIGHTS_FILE, offset, length }
    const dims = transposed ? tensor.shape.slice(0, 2).toReversed() : (shape ?? tensor.shape)
    return this.writer.external(name, ELEMENT.FLOAT, dims, data)
  }

  /** A linear layer over a sequence. A kernel of 1 x 1 counts as a matrix. */
  linear(input: Value, name: string): Value {
    const product = this.writer.node(
      'MatMul',
      [input, this.weight(`${name}.weight`, undefined, true)],
      {},
      undefined,
      `/${name.replaceAll('.', '/')}/MatMul`,
    )
    if (!this.has(`${name}.bias`)) return product
    return this.writer.node('Add', [product, this.weight(`${name}.bias`)])
  }

  convolution(
    input: Value,
    name: string,
    { stride = 1, pads }: { stride?: number; pads?: readonly number[] } = {},
  ): Value {
    const size = this.sizeOf(`${name}.weight`, 2)
    const around = Math.floor(size / 2)
    return this.writer.node(
      'Conv',
      [input, this.weight(`${name}.weight`), this.weight(`${name}.bias`)],
      {
        kernel_shape: [size, size],
        strides: [stride, stride],
        pads: pads ?? [around, around, around, around],
      },
      undefined,
      `/${name.replaceAll('.', '/')}/Conv`,
    )
  }

  /** Wu and He 2018 (arXiv:1803.08494), by the runtime's normalisation of single channels. */
  groupNorm(input: Value, name: string, epsilon: number): Value {
    const { writer } = this
    const channels = this.sizeOf(`${name}.weight`, 0)
    const groups = this.#groups
    const grouped = writer.node('Reshape', [input, writer.integers([0, groups, -1], [3])])
    const ones = writer.floats(new Float32Array(groups).fill(1), [groups])
    const zeros = writer.floats(new Float32Array(groups), [groups])
    const even = writer.node('InstanceNormalization', [grouped, ones, zeros], {
      epsilon: { float: epsilon },
    })
    const shaped = writer.node('Reshape', [even, writer.node('Shape', [input])])
    const scale = this.weight(`${name}.weight`, [channels, 1, 1])
    const shift = this.weight(`${name}.bias`, [channels, 1, 1])
    return writer.node('Add', [writer.node('Mul', [shaped, scale]), shift])
  }

  layerNorm(input: Value, name: string): Value {
    const weights = [this.weight(`${name}.weight`), this.weight(`${name}.bias`)]
    return this.writer.node('LayerNormalization', [input, ...weights], {
      axis: 2,
      epsilon: { float: LAYER_NORM_EPSILON },
    })
  }

  silu(input: Value): Value {
    return this.writer.node('Mul', [input, this.writer.node('Sigmoid', [input])])
  }

  add(left: Value, right: Value): Value {
    return this.writer.node('Add', [left, right])
  }

  /** Vaswani et al. 2017 (arXiv:1706.03762). @param causal no position sees a later one */
  attention(query: Value, key: Value, value: Value, heads: number, causal = false): Value {
    const attributes = { num_heads: heads, ...(causal ? { unidirectional: 1 } : {}) }
    return this.writer.node('com.microsoft:MultiHeadAttention', [query, key, value], attributes)
  }

  /** A picture as the sequence of its points. */
  toSequence(picture: Value, channels: number): Value {
    const last = this.writer.node('Transpose', [picture], { perm: [0, 2, 3, 1] })
    return this.writer.node('Reshape', [last, this.writer.integers([0, -1, channels], [3])])
  }

  /** Back again, of the shape of `like`. */
  toPicture(sequence: Value, like: Value): Value {
    const first = this.writer.node('Transpose', [sequence], { perm: [0, 2, 1] })
    return this.writer.node('Reshape', [first, this.writer.node('Shape', [like])])
  }

  doubled(picture: Value): Value {
    const factors = this.writer.floats(Float32Array.from([1, 1, 2, 2]), [4])
    return this.writer.node('Resize', [picture, '', factors], {
      mode: 'nearest',
      coordinate_transformation_mode: 'asymmetric',
      nearest_mode: 'floor',
    })
  }

  /** Names a result. */
  answer(result: Value, name: string, shape: readonly (number | string)[]): void {
    this.writer.node('Identity', [result], {}, name)
    this.writer.output(name, shape)
  }

  /** Names the only result; nothing may be added afterwards. */
  finish(result: Value, name: string, shape: readonly (number | string)[]): BuiltNetwork {
    this.answer(result, name, shape)
    return this.done()
  }

  /** Nothing may be added afterwards. */
  done(): BuiltNetwork {
    return { model: this.writer.build(), weights: this.#planned }
  }
}
