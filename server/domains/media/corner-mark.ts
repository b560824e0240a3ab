import sharp from 'sharp'

/** Edge of the mark as a share of the picture's shorter edge, and its smallest edge in pixels. */
const SHARE = 0.08
const SMALLEST = 16

/** A four-pointed star on a dark disc, drawn as paths: text would depend on the fonts of the machine. */
function markSvg(edge: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 32 32">
<circle cx="16" cy="16" r="15" fill="#0f0e13" fill-opacity=".55"/>
<path d="M16 5c1.4 6.6 4.4 9.6 11 11-6.6 1.4-9.6 4.4-11 11-1.4-6.6-4.4-9.6-11-11 6.6-1.4 9.6-4.4 11-11z" fill="#fff" fill-opacity=".92"/>
</svg>`,
  )
}

/**
 * The copy that people see who made a picture with bonus credits: a small mark in the lower right corner.
 * @param png the clean picture
 */
export async function drawCornerMark(png: Uint8Array): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata()
  const edge = Math.max(SMALLEST, Math.round(Math.min(width, height) * SHARE))
  const gap = Math.round(edge / 4)
  return sharp(png)
    .composite([{ input: markSvg(edge), left: width - edge - gap, top: height - edge - gap }])
    .png()
    .toBuffer()
}
