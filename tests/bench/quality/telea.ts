import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'

/** How far around a pixel its surroundings count; OpenCV's examples take 3, larger holes look better with more. */
const RANGE = 5
const FAR = 1e6

/** What is known of a pixel: all, where the front stands, or nothing yet. */
const KNOWN = 0
const BAND = 1
const INSIDE = 2

/**
 * Fills a hole from its border inwards, each pixel with the weighted mean of what is known around it and of how that changes
 * (Telea 2004, "An image inpainting technique based on the fast marching method"; with the weights of OpenCV's
 * `INPAINT_TELEA`). What object removal is compared with.
 *
 * @param hole 1 for each pixel that is to be filled
 */
export function fillByTelea({ data, width, height }: RgbPicture, hole: Uint8Array): RgbPicture {
  const filled = Float32Array.from(data)
  const state = Uint8Array.from(hole, (value) => (value === 0 ? KNOWN : INSIDE))
  const time = Float32Array.from(hole, (value) => (value === 0 ? 0 : FAR))
  const band = new Band(time)
  const isIn = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height
  const neighbours = (at: number): number[] => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ].flatMap(([nx, ny]) => (isIn(nx!, ny!) ? [ny! * width + nx!] : []))
  }
  for (const [at, value] of hole.entries())
    if (value === 0 && neighbours(at).some((next) => hole[next] === 1)) {
      state[at] = BAND
      band.push(at)
    }

  /** Time at which the front reaches a pixel, from one neighbour along each axis. */
  function solve(a: number, b: number): number {
    const [first, second] = [state[a] === KNOWN, state[b] === KNOWN]
    if (first && second) {
      const difference = Math.abs(time[a]! - time[b]!)
      if (difference >= 1) return 1 + Math.min(time[a]!, time[b]!)
      return (time[a]! + time[b]! + Math.sqrt(2 - difference * difference)) / 2
    }
    if (first) return 1 + time[a]!
    if (second) return 1 + time[b]!
    return FAR
  }

  /** Change of `values` along an axis at a pixel, of what is known on its two sides. */
  function change(
    values: Float32Array,
    at: number,
    by: number,
    channels: number,
    c: number,
  ): number {
    const known = (one: number) => one >= 0 && one < state.length && state[one] !== INSIDE
    const read = (one: number) => values[channels * one + c]!
    if (known(at + by) && known(at - by)) return (read(at + by) - read(at - by)) / 2
    if (known(at + by)) return read(at + by) - read(at)
    if (known(at - by)) return read(at) - read(at - by)
    return 0
  }

  function fill(at: number): void {
    const [x, y] = [at % width, Math.floor(at / width)]
    const slope = { x: change(time, at, 1, 1, 0), y: change(time, at, width, 1, 0) }
    const sums = [0, 1, 2].map(() => ({ value: 0, jx: 0, jy: 0, weight: 1e-20 }))
    for (let ky = y - RANGE; ky <= y + RANGE; ky++)
      for (let kx = x - RANGE; kx <= x + RANGE; kx++) {
        const [rx, ry] = [x - kx, y - ky]
        const squared = rx * rx + ry * ry
        if (!isIn(kx, ky) || squared === 0 || squared > RANGE * RANGE) continue
        const from = ky * width + kx
        if (state[from] === INSIDE) continue
        const level = 1 / (1 + Math.abs(time[from]! - time[at]!))
        const along = rx * slope.x + ry * slope.y
        const direction = Math.abs(along) <= 0.01 ? 1e-6 : along
        const weight = Math.abs((level * direction) / (squared * Math.sqrt(squared)))
        for (const [c, sum] of sums.entries()) {
          sum.value += weight * filled[3 * from + c]!
          sum.jx -= weight * change(filled, from, 1, 3, c) * rx
          sum.jy -= weight * change(filled, from, width, 3, c) * ry
          sum.weight += weight
        }
      }
    for (const [c, { value, jx, jy, weight }] of sums.entries()) {
      const detail = (jx + jy) / (Math.hypot(jx, jy) + 1e-20)
      filled[3 * at + c] = Math.min(255, Math.max(0, value / weight + detail))
    }
  }

  for (let at = band.pop(); at !== undefined; at = band.pop()) {
    state[at] = KNOWN
    for (const next of neighbours(at)) {
      if (state[next] !== INSIDE) continue
      const [left, right, above, below] = [next - 1, next + 1, next - width, next + width]
      time[next] = Math.min(
        solve(left, above),
        solve(right, above),
        solve(left, below),
        solve(right, below),
      )
      fill(next)
      state[next] = BAND
      band.push(next)
    }
  }
  return { data: Uint8Array.from(filled, Math.round), width, height }
}

/** Pixels that wait, the one that is reached first on top (binary heap). */
class Band {
  readonly #heap: number[] = []
  readonly #time: Float32Array

  constructor(time: Float32Array) {
    this.#time = time
  }

  push(at: number): void {
    const heap = this.#heap
    let place = heap.push(at) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#time[heap[parent]!]! <= this.#time[at]!) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = at
  }

  pop(): number | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      const other = child + 1
      if (other < heap.length && this.#time[heap[other]!]! < this.#time[heap[child]!]!)
        child = other
      if (this.#time[heap[child]!]! >= this.#time[last]!) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
    return first
  }
}
