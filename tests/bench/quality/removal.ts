import sharp from 'sharp'
import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'
import { removeObject } from '#engine/vision/remove-object/remove-object.ts'
import { type Photograph, readPhotograph } from '#scripts/support/photographs.ts'
import type { BenchResult } from '../bench-result.ts'
import { fillByTelea } from './telea.ts'

const never = new AbortController().signal

/** Where something is put into a photograph and taken out again: the middle and the radius of a disc, pixels. */
const PLACES: { photograph: Photograph; what: string; x: number; y: number; radius: number }[] = [
  { photograph: 'coffee', what: 'wood', x: 70, y: 70, radius: 20 },
  { photograph: 'coffee', what: 'wood, larger', x: 90, y: 330, radius: 36 },
  { photograph: 'rocket', what: 'evening sky', x: 500, y: 60, radius: 30 },
  { photograph: 'rocket', what: 'horizon', x: 90, y: 330, radius: 24 },
  { photograph: 'rocket', what: 'tower', x: 250, y: 200, radius: 16 },
  { photograph: 'astronaut', what: 'flag', x: 40, y: 150, radius: 18 },
  { photograph: 'astronaut', what: 'suit', x: 150, y: 420, radius: 18 },
  { photograph: 'chelsea', what: 'fur', x: 200, y: 60, radius: 18 },
  { photograph: 'portrait-stern', what: 'backdrop', x: 480, y: 90, radius: 30 },
  { photograph: 'self-portrait', what: 'hat', x: 300, y: 60, radius: 18 },
]

/** Edge of what is drawn, and the hole in it. */
const DRAWN_EDGE = 240
const DRAWN_HOLE = { x: 120, y: 120, radius: 26 }
/** Backgrounds whose structure goes through the hole, as SVG. */
const DRAWN: Record<string, string> = {
  stripes: `<pattern id="p" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="16" height="16" fill="#d8c8a0"/><rect width="8" height="16" fill="#6b4a2f"/></pattern>`,
  bricks: `<pattern id="p" width="32" height="24" patternUnits="userSpaceOnUse"><rect width="32" height="24" fill="#cfc6bd"/><rect x="1" y="1" width="30" height="10" fill="#a4503c"/><rect x="-15" y="13" width="30" height="10" fill="#8f4433"/><rect x="17" y="13" width="30" height="10" fill="#99492f"/></pattern>`,
  tiles: `<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="#2d4a63"/><circle cx="10" cy="10" r="6" fill="#e8b84b"/></pattern>`,
}

/** A difference that nobody sees, dB. */
const SAME = 0.3

/** Removing from backgrounds that are known, beside Telea's way on the same holes. */
export async function benchRemoval(): Promise<BenchResult[]> {
  const photographs = []
  for (const { photograph, what, ...hole } of PLACES)
    photographs.push({
      name: `${photograph}, ${what}`,
      ...compare(await readPhotograph(photograph), hole),
    })
  const drawn = []
  for (const [name, pattern] of Object.entries(DRAWN))
    drawn.push({ name, ...compare(await draw(pattern), DRAWN_HOLE) })
  return [...judge('photographs', photographs), ...judge('patterns', drawn)]
}

interface Row {
  name: string
  ours: { psnr: number; seam: number }
  telea: { psnr: number; seam: number }
}

function judge(what: string, rows: readonly Row[]): BenchResult[] {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const behind = rows.filter(({ ours, telea }) => ours.psnr < telea.psnr - SAME)
  return [
    {
      name: `Remove object, ${what}: cases not behind Telea`,
      value: 1 - behind.length / rows.length,
      unit: '',
      target: { atLeast: 1 },
      detail: `behind: ${behind.map(({ name }) => name).join(', ') || 'none'}`,
    },
    {
      name: `Remove object, ${what}: PSNR in the hole over Telea's, mean`,
      value: mean(rows.map(({ ours, telea }) => ours.psnr - telea.psnr)),
      unit: 'dB',
      target: { atLeast: 0 },
      detail: rows
        .map(({ name, ours, telea }) => `${name}: ${text(ours.psnr)}, Telea ${text(telea.psnr)} dB`)
        .join('; '),
    },
    {
      name: `Remove object, ${what}: error at the seam below Telea's, mean`,
      value: mean(rows.map(({ ours, telea }) => telea.seam - ours.seam)),
      unit: '',
      target: { atLeast: 0 },
      detail: rows
        .map(({ name, ours, telea }) => `${name}: ${text(ours.seam)}, Telea ${text(telea.seam)}`)
        .join('; '),
    },
  ]
}

const text = (value: number): string => value.toFixed(2)

async function draw(pattern: string): Promise<RgbPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${DRAWN_EDGE}" height="${DRAWN_EDGE}">${pattern}<rect width="100%" height="100%" fill="url(#p)"/></svg>`
  const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return { data, width: DRAWN_EDGE, height: DRAWN_EDGE }
}

/** Takes a disc out of a picture that is known, by the tool and by Telea's way. */
export function compare(
  background: RgbPicture,
  hole: { x: number; y: number; radius: number },
): Omit<Row, 'name'> {
  const { width, height } = background
  const mask = Uint8Array.from({ length: width * height }, (_, pixel) =>
    Math.hypot((pixel % width) - hole.x, Math.floor(pixel / width) - hole.y) <= hole.radius ? 1 : 0,
  )
  const before = Uint8Array.from(background.data)
  for (const [pixel, value] of mask.entries())
    if (value === 1) before.set([200, 20, 160], 3 * pixel)
  const removed = { data: before.slice(), width, height }
  removeObject(
    removed,
    mask.map((value) => 255 * value),
    () => undefined,
    never,
  )
  const telea = fillByTelea({ data: before, width, height }, mask)
  const measure = ({ data }: RgbPicture) => ({
    psnr: psnrUnder(data, background.data, mask),
    seam: errorAtSeam(data, background, mask),
  })
  return { ours: measure(removed), telea: measure(telea) }
}

function psnrUnder(a: Uint8Array, b: Uint8Array, mask: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (const [pixel, value] of mask.entries()) {
    if (value === 0) continue
    for (let c = 0; c < 3; c++) sum += (a[3 * pixel + c]! - b[3 * pixel + c]!) ** 2
    count += 3
  }
  return 10 * Math.log10(255 ** 2 / Math.max(0.01, sum / count))
}

/** How far the step from what is filled to what is not differs from the background's own, of 255. */
function errorAtSeam(data: Uint8Array, { data: own, width }: RgbPicture, mask: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (const [pixel, value] of mask.entries()) {
    if (value === 0) continue
    for (const next of [pixel - 1, pixel + 1, pixel - width, pixel + width]) {
      if (mask[next] !== 0) continue
      for (let c = 0; c < 3; c++) {
        const step = data[3 * pixel + c]! - data[3 * next + c]!
        sum += Math.abs(step - (own[3 * pixel + c]! - own[3 * next + c]!))
      }
      count += 3
    }
  }
  return sum / count
}
