import sharp from 'sharp'

/** Height of the mark as a share of the image's shorter edge, and its smallest height in pixels. */
const SHARE = 0.06
const SMALLEST = 14
const SHAPE = { width: 44, height: 28 }

/** "AI" on a dark plate, drawn as paths: text would depend on the fonts of the machine. */
function markSvg(width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${SHAPE.width} ${SHAPE.height}">
<rect width="44" height="28" rx="7" fill="#0f0e13" fill-opacity=".72"/>
<path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M9 21 16 7l7 14M11.6 16.4h8.8M30 7h6M33 7v14M30 21h6"/>
</svg>`,
  )
}

export interface AiMark {
  left: number
  top: number
  width: number
  height: number
  svg: Buffer
}

/** Where the mark stands on an image of this size: in its lower left corner; the watermark has the lower right one. */
export function placeAiMark({ width, height }: { width: number; height: number }): AiMark {
  const markHeight = Math.min(
    height,
    Math.max(SMALLEST, Math.round(Math.min(width, height) * SHARE)),
  )
  const markWidth = Math.min(width, Math.round((markHeight * SHAPE.width) / SHAPE.height))
  const gap = Math.round(Math.min(markHeight / 3, height - markHeight, width - markWidth))
  return {
    left: gap,
    top: height - markHeight - gap,
    width: markWidth,
    height: markHeight,
    svg: markSvg(markWidth, markHeight),
  }
}

/**
 * The image with a visible "AI".
 * @param png any PNG
 */
export async function drawAiMark(png: Uint8Array): Promise<Buffer> {
  const { svg, left, top } = placeAiMark(await sharp(png).metadata())
  return sharp(png)
    .composite([{ input: svg, left, top }])
    .png()
    .toBuffer()
}
