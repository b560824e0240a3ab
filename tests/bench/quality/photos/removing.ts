import type { BenchResult } from '../../bench-result.ts'
import { randomNumbers } from '../random.ts'
import { compare } from '../removal.ts'
import { lightOf } from './detail.ts'
import type { Photo } from './read-photos.ts'

/** Radius of a hole as a part of the shorter edge. */
const RADIUS = 0.035
/** A ring whose lightness varies by less (deviation, of 255) is an even surface. */
const EVEN = 5
/** Places that are tried in a photograph. */
const TRIES = 60
const EACH = 2
/** A difference that nobody measures, dB. */
const SAME = 0.3

/** Small discs put on even surfaces and taken out again, beside Telea's way. */
export async function benchRemoving(photos: readonly Photo[]): Promise<BenchResult[]> {
  const rows: { name: string; gain: number; detail: string }[] = []
  for (const { name, picture } of photos) {
    const random = randomNumbers(11)
    const light = lightOf(picture)
    const { width, height } = picture
    const radius = Math.max(6, Math.round(RADIUS * Math.min(width, height)))
    let found = 0
    for (let i = 0; i < TRIES && found < EACH; i++) {
      const x = Math.round(3 * radius + random() * (width - 6 * radius))
      const y = Math.round(3 * radius + random() * (height - 6 * radius))
      if (deviationIn(light, width, { x, y, radius: 2 * radius }) > EVEN) continue
      found++
      const { ours, telea } = compare(picture, { x, y, radius })
      rows.push({
        name,
        gain: ours.psnr - telea.psnr,
        detail: `${name} at ${x}, ${y}: ${ours.psnr.toFixed(1)}, Telea ${telea.psnr.toFixed(1)} dB, seam ${ours.seam.toFixed(1)}, Telea ${telea.seam.toFixed(1)}`,
      })
    }
  }
  return [
    {
      name: 'Remove object, even surfaces: cases not behind Telea',
      value: rows.filter(({ gain }) => gain >= -SAME).length / rows.length,
      unit: '',
      target: { atLeast: 1 },
      detail: rows.map(({ detail }) => detail).join('; '),
    },
  ]
}

function deviationIn(
  light: Float32Array,
  width: number,
  { x, y, radius }: { x: number; y: number; radius: number },
): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let row = y - radius; row <= y + radius; row++)
    for (let column = x - radius; column <= x + radius; column++) {
      const value = light[row * width + column]!
      sum += value
      squares += value * value
      count++
    }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
