import { LRUCache } from 'lru-cache'
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

/** @param second that of a second network, whose texts are the same but for what surrounds them */
export function createTextEncoder(
  tokenizer: Tokenizer,
  networks: Pick<Networks, 'encodeText'>,
  second?: Tokenizer,
): TextEncoder {
  const known = new LRUCache<string, TextStates>({ max: REMEMBERED })

  async function encodeChunk(chunk: PromptChunk): Promise<TextStates> {
    const key = `${chunk.tokens.join()}|${chunk.weights.join()}`
    const before = known.get(key)
    if (before) return before
    const plain = await networks.encodeText(
      [tokenizer.frame(chunk.tokens)],
      second && [second.frame(chunk.tokens)],
    )
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
  const data = Float32Array.from(states.data)
  const before = meanOf(data)
  for (const [i, weight] of weights.entries()) {
    const from = (lead + i) * width
    for (let at = from; at < from + width; at++) data[at]! *= weight
  }
  const after = meanOf(data)
  const size = Math.sqrt(data.reduce((sum, value) => sum + value ** 2, 0) / data.length)
  const restored = Math.min(before * Math.sign(after), Math.abs(after)) >= LEAST_MEAN * size
  const factor = restored ? before / after : 1
  return { ...states, data: data.map((value) => value * factor) }
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** One row of several chunks, of which the first says what the whole means. */
function joinWords(chunks: readonly TextStates[]): TextStates {
  const width = chunks[0]!.dims[2] ?? 1
  const data = join(chunks.map((chunk) => chunk.data))
  return { data, dims: [1, data.length / width, width], pooled: chunks[0]!.pooled }
}

/** Rows of the same length, one below the other. */
export function joinRows(rows: readonly TextStates[]): TextStates {
  const [, length = 0, width = 0] = rows[0]!.dims
  const pooled = rows.flatMap((row) => (row.pooled ? [row.pooled] : []))
  return {
    data: join(rows.map(({ data }) => data)),
    dims: [rows.length, length, width],
    ...(pooled.length > 0 && { pooled: join(pooled) }),
  }
}

function join(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** States of the same size, with all numbers zero. */
export function zeroed(states: TextStates): TextStates {
  const zeros = (values: Float32Array) => new Float32Array(values.length)
  return { ...states, data: zeros(states.data), pooled: states.pooled && zeros(states.pooled) }
}
