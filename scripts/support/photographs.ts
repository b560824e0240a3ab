import { join } from 'node:path'
import sharp from 'sharp'

/** Photographs of `tests/fixtures/photographs`. */
export type Photograph =
  | 'astronaut'
  | 'chelsea'
  | 'coffee'
  | 'dahlia'
  | 'galaxies'
  | 'man-before-graffiti'
  | 'man-by-a-river'
  | 'old-man'
  | 'photographer'
  | 'portrait-smiling'
  | 'portrait-speaking'
  | 'portrait-stern'
  | 'raccoon'
  | 'rocket'
  | 'self-portrait'
  | 'temple'
  | 'woman-before-bricks'
  | 'woman-in-a-garden'

const ROOT = join(import.meta.dirname, '..', '..')
/** Those that the pages of the tools offer to try lie with the pages. */
const OFFERED: Partial<Record<Photograph, string>> = {
  astronaut: 'web/public/tools/astronaut.jpg',
  chelsea: 'web/public/tools/cat.jpg',
  coffee: 'web/public/tools/coffee.jpg',
  'man-before-graffiti': 'web/public/tools/man-before-graffiti.jpg',
  'man-by-a-river': 'web/public/tools/man-by-a-river.jpg',
}

export function photographFile(name: Photograph): string {
  return join(ROOT, OFFERED[name] ?? `tests/fixtures/photographs/${name}.jpg`)
}

/** A photograph out of focus, as a file. */
export const softPhotograph = (name: Photograph): Promise<Buffer> =>
  sharp(photographFile(name)).blur(3).jpeg().toBuffer()

/** Pixels of a photograph: red, green and blue, row by row. */
export async function readPhotograph(
  name: Photograph,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { data, info } = await sharp(photographFile(name))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Peak signal-to-noise ratio of two pictures of one size, decibels. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  const squares = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0)
  return 10 * Math.log10(255 ** 2 / (squares / a.length))
}
