/** Colours of a GIF. */
const COUNT = 256
/** Of each channel. */
const BITS = 5
const BINS = 1 << (3 * BITS)
const SHIFTS = [2 * BITS, BITS, 0] as const

/** Where bytes of a colour are counted. */
const binOf = (red: number, green: number, blue: number): number =>
  ((red >> 3) << (2 * BITS)) | ((green >> 3) << BITS) | (blue >> 3)

/** Up to 256 colours for many. */
export interface Palette {
  /** Red, green and blue of each. */
  colors: Uint8Array
  /** The nearest to a colour of bytes. */
  nearest(red: number, green: number, blue: number): number
}

/** Colours that stand for those of images (median cut; Heckbert 1982). @param images red, green, blue and a fourth byte */
export function choosePalette(images: readonly Uint8ClampedArray[]): Palette {
  const counts = new Uint32Array(BINS)
  for (const image of images)
    for (let i = 0; i < image.length; i += 4)
      counts[binOf(image[i]!, image[i + 1]!, image[i + 2]!)]! += 1
  const used = Array.from(counts.keys()).filter((bin) => counts[bin]! > 0)
  const boxes = [measure(used, counts)]
  while (boxes.length < COUNT) {
    const widest = boxes.reduce((best, box) => (box.weight > best.weight ? box : best))
    if (widest.weight === 0) break
    boxes.splice(boxes.indexOf(widest), 1, ...halve(widest, counts))
  }
  const colors = new Uint8Array(3 * COUNT)
  for (const [i, { bins }] of boxes.entries()) colors.set(meanOf(bins, counts), 3 * i)
  const known = new Int16Array(BINS).fill(-1)
  return {
    colors,
    nearest(red, green, blue) {
      const bin = binOf(red, green, blue)
      if (known[bin] === -1) known[bin] = findNearest(colors, boxes.length, bin)
      return known[bin]!
    },
  }
}

interface Box {
  bins: readonly number[]
  /** How much there is to gain: 0 for one colour. */
  weight: number
  /** The channel in which its colours differ most, by its bits. */
  shift: number
}

/** One channel of a bin, 0 to 31. */
const channel = (bin: number, shift: number): number => (bin >> shift) & 31

function measure(bins: readonly number[], counts: Uint32Array): Box {
  let [range, shift] = [-1, 0]
  for (const one of SHIFTS) {
    let [least, most] = [31, 0]
    for (const bin of bins) {
      least = Math.min(least, channel(bin, one))
      most = Math.max(most, channel(bin, one))
    }
    if (most - least > range) [range, shift] = [most - least, one]
  }
  const all = bins.reduce((sum, bin) => sum + counts[bin]!, 0)
  return { bins, weight: range * Math.sqrt(all), shift }
}

/** Two boxes with about as many pixels each. */
function halve({ bins, shift }: Box, counts: Uint32Array): [Box, Box] {
  const sorted = bins.toSorted((a, b) => channel(a, shift) - channel(b, shift))
  const half = sorted.reduce((sum, bin) => sum + counts[bin]!, 0) / 2
  let [sum, cut] = [0, 0]
  while (cut < sorted.length - 1 && (cut === 0 || sum < half)) sum += counts[sorted[cut++]!]!
  return [measure(sorted.slice(0, cut), counts), measure(sorted.slice(cut), counts)]
}

function meanOf(bins: readonly number[], counts: Uint32Array): number[] {
  const all = bins.reduce((sum, bin) => sum + counts[bin]!, 0)
  return SHIFTS.map((shift) => {
    const sum = bins.reduce((total, bin) => total + channel(bin, shift) * counts[bin]!, 0)
    return Math.round(((sum / Math.max(1, all)) * 255) / 31)
  })
}

function findNearest(colors: Uint8Array, count: number, bin: number): number {
  const [red, green, blue] = SHIFTS.map((shift) => (channel(bin, shift) * 255) / 31)
  let [best, least] = [0, Infinity]
  for (let i = 0; i < count; i++) {
    const away =
      (colors[3 * i]! - red!) ** 2 +
      (colors[3 * i + 1]! - green!) ** 2 +
      (colors[3 * i + 2]! - blue!) ** 2
    if (away < least) [best, least] = [i, away]
  }
  return best
}
