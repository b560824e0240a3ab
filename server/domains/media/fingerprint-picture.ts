import { createHash } from 'node:crypto'
import sharp from 'sharp'

/** By which an image is known again. */
export interface Fingerprint {
  /** SHA-256 of its pixels: the same for the same image, whatever its file says besides. */
  pixels: string
  /** 256 bits as zeros and ones, few of which change when the image is scaled or compressed; null for one that shows too little. */
  looks: string | null
}

const MAX_INPUT_PIXELS = 100_000_000
/** Larger images are compared at this edge. */
const EDGE = 1024
const ROWS = 16
/** Steps of brightness that are no accident of compression, and how many of them tell one image from another. */
const STEP = 3
const FEWEST_STEPS = 64

/** Reads what an image is known again by: a hash of its pixels, and a difference hash of 16 by 16 steps of brightness. */
export async function fingerprintPicture(file: Buffer): Promise<Fingerprint> {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = createHash('sha256').update(`${width}x${height}\n`).update(data).digest('hex')
  const small = await sharp(data, { raw: { width, height, channels } })
    .greyscale()
    .resize(ROWS + 1, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { pixels, looks: differenceHash(small) }
}

function differenceHash(small: Buffer): string | null {
  let bits = ''
  let steps = 0
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < ROWS; column += 1) {
      const at = row * (ROWS + 1) + column
      const difference = (small[at + 1] ?? 0) - (small[at] ?? 0)
      if (Math.abs(difference) >= STEP) steps += 1
      bits += difference >= STEP ? '1' : '0'
    }
  }
  return steps < FEWEST_STEPS ? null : bits
}
