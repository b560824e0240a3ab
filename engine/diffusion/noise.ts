/** Unit normal noise of one picture, drawn vector by vector. */
export type NoiseStream = (length: number) => Float64Array

/**
 * The stream of picture `index` of a job: it depends on (seed + index) mod 2^32 alone, so a picture is the
 * same in whatever batch it is made. Generator: xoshiro128** (Blackman and Vigna 2018) seeded by splitmix32;
 * normal deviates by Box and Muller. Another generator, such as that of `lib/random-numbers.ts`, would draw other pictures for the
 * seeds that people keep.
 */
export function createNoiseStream(seed: number): NoiseStream {
  const uniform = xoshiro128(seed)
  /** The second of a pair, for the next call. */
  let left: number | null = null
  return (length) => {
    const values = new Float64Array(length)
    let at = 0
    if (left !== null && length > 0) {
      values[at++] = left
      left = null
    }
    while (at < length) {
      // 1 - u lies in (0, 1]: the logarithm stays finite.
      const radius = Math.sqrt(-2 * Math.log(1 - uniform()))
      const angle = 2 * Math.PI * uniform()
      values[at++] = radius * Math.cos(angle)
      const second = radius * Math.sin(angle)
      if (at < length) values[at++] = second
      else left = second
    }
    return values
  }
}

/** Even numbers in [0, 1) for choices that are no noise: another stream than {@link createNoiseStream}'s. */
export function createUniformStream(seed: number): () => number {
  return xoshiro128(~seed)
}

/** The seed of picture `index` of a job. */
export function pictureSeed(seed: number, index: number): number {
  return (seed + index) % 2 ** 32
}

/**
 * The stream between two: each vector interpolated on the sphere (Shoemake 1985, Animating rotation with quaternion
 * curves), as A1111 does with the first one, so that the noise keeps its size and at both ends is one of the two.
 *
 * @param part 0 (the first stream) to 1 (the second)
 */
export function blendStreams(first: NoiseStream, second: NoiseStream, part: number): NoiseStream {
  return (length) => {
    const [from, to] = [first(length), second(length)]
    const cosine = dot(from, to) / Math.sqrt(dot(from, from) * dot(to, to))
    const angle = Math.acos(Math.min(1, Math.max(-1, cosine)))
    if (Math.sin(angle) < 1e-6) return part < 0.5 ? from : to
    const [a, b] = [1 - part, part].map((share) => Math.sin(share * angle) / Math.sin(angle))
    return from.map((value, i) => a! * value + b! * to[i]!)
  }
}

/** The seed of the noise that a picture is tried again with. */
export function retrySeed(seed: number): number {
  return splitmix32(seed)() >>> 0
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

function xoshiro128(seed: number): () => number {
  const next = splitmix32(seed)
  let [a, b, c, d] = [next(), next(), next(), next()]
  const word = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9)
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate(d, 11)
    return result >>> 0
  }
  // 53 bits, as many as a double holds.
  return () => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53
}

function splitmix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let z = state ^ (state >>> 16)
    z = Math.imul(z, 0x21f0aaad)
    z ^= z >>> 15
    z = Math.imul(z, 0x735a2d97)
    return z ^ (z >>> 15)
  }
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
