import { join } from 'node:path'
import sharp from 'sharp'

const NOISE = join(import.meta.dirname, '..', 'fixtures', 'noise')

/**
 * Noise that the picture classifier takes for something explicit: it is sure of it, or in doubt. Made by
 * `models/picture-classifier/find-noise.py`; 256 pixels on a side.
 */
export const explicitNoise = (which: 'sure' | 'doubtful'): Promise<Buffer> =>
  sharp(join(NOISE, `${which}.png`))
    .resize(256, 256, { kernel: 'cubic' })
    .png()
    .toBuffer()

/**
 * A PNG with shapes, shades and a little noise, so that it compresses about as a drawn picture does.
 * @param options.background paints the whole ground, `#rrggbb`
 */
export async function makePng(
  width: number,
  height: number,
  options: { background?: string; noise?: number } = {},
): Promise<Buffer> {
  const { background = '#2f6f4f', noise = 0 } = options
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><radialGradient id="g"><stop offset="0" stop-color="#ffb38a"/><stop offset="1" stop-color="#d8442f"/></radialGradient></defs>
<rect width="100%" height="100%" fill="${background}"/>
<circle cx="50%" cy="45%" r="20%" fill="url(#g)"/>
<path d="M0 ${height} L${width / 3} ${height * 0.7} L${width} ${height * 0.95}" fill="none" stroke="#fff" stroke-width="${width / 40}"/>
</svg>`,
  )
  if (noise === 0) return sharp(shapes).removeAlpha().png().toBuffer()
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: noise },
    },
  })
    .png()
    .toBuffer()
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .png()
    .toBuffer()
}
