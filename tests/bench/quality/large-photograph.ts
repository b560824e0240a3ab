import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'

/** A portrait of so many megapixels, 4 wide to 3 high, as a camera's JPEG. */
export async function makeLargePhotograph(megapixels: number): Promise<Buffer> {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 4))
  const width = Math.floor((megapixels * 1e6) / height)
  return sharp(photographFile('astronaut'))
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
    .jpeg({ quality: 90 })
    .toBuffer()
}
