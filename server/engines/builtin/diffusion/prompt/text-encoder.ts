import { LRUCache } from 'lru-cache'
import { Tensor } from 'onnxruntime-node'
import type { Networks, TextStates } from '../networks.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import type { PromptChunk } from './prompt-chunks.ts'

/** Encodes prompts with the tokenizer and the network of a model; remembers what it encoded lately. */
export interface TextEncoder {
  tokenizer: Tokenizer
  /** One row, the chunks behind one another. */
  encode(chunks: readonly PromptChunk[]): Promise<TextStates>
}

/** Chunks that are remembered; one of Stable Diffusion 1.5 takes 240 kB. */
const REMEMBERED = 64

export function createTextEncoder(
  tokenizer: Tokenizer,
  networks: Pick<Networks, 'encodeText'>,
): TextEncoder {
  const known = new LRUCache<string, TextStates>({ max: REMEMBERED })

  async function encodeChunk(chunk: PromptChunk): Promise<TextStates> {
    const key = `${chunk.tokens.join()}|${chunk.weights.join()}`
    const before = known.get(key)
    if (before) return before
    const plain = await networks.encodeText([tokenizer.frame(chunk.tokens)])
    const states = weigh(plain, chunk.weights, tokenizer.lead)
    known.set(key, states)
    return states
  }

  return {
    tokenizer,
    async encode(chunks) {
      const all: TextStates[] = []
      for (const chunk of chunks) all.push(await encodeChunk(chunk))
      return all.length === 1 ? all[0]! : joinWords(all)
    },
  }
}

/**
 * Where the mean is less than this share of the values' size it says nothing about them: an encoder that was trained
 * to a mean of zero would be scaled by chance.
 */
const LEAST_MEAN = 0.01

/**
 * Multiplies each token's state by its weight, then all states by what brings back their mean, as A1111 does
 * (modules/sd_emphasis.py, EmphasisOriginal).
 *
 * @param states one row
 * @param lead positions before the first token
 */
export function weigh(states: TextStates, weights: readonly number[], lead: number): TextStates {
  if (weights.every((weight) => weight === 1)) return states
  const width = states.dims[2] ?? 1
  const data = Float32Array.from(states.data as Float32Array)
  const before = meanOf(data)
  for (const [i, weight] of weights.entries()) {
    const from = (lead + i) * width
    for (let at = from; at < from + width; at++) data[at]! *= weight
  }
  const after = meanOf(data)
  const size = Math.sqrt(data.reduce((sum, value) => sum + value ** 2, 0) / data.length)
  const restored = Math.min(before * Math.sign(after), Math.abs(after)) >= LEAST_MEAN * size
  const factor = restored ? before / after : 1
  return new Tensor(
    'float32',
    data.map((value) => value * factor),
    states.dims,
  )
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** One row of several chunks. */
function joinWords(chunks: readonly TextStates[]): TextStates {
  const width = chunks[0]!.dims[2] ?? 1
  const data = joinData(chunks)
  return new Tensor('float32', data, [1, data.length / width, width])
}

/** Rows of the same length, one below the other. */
export function joinRows(rows: readonly TextStates[]): TextStates {
  const [, length = 0, width = 0] = rows[0]!.dims
  return new Tensor('float32', joinData(rows), [rows.length, length, width])
}

function joinData(tensors: readonly TextStates[]): Float32Array {
  const data = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.size, 0))
  let at = 0
  for (const tensor of tensors) {
    data.set(tensor.data as Float32Array, at)
    at += tensor.size
  }
  return data
}
