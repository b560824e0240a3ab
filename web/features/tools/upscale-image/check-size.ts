interface Size {
  width: number
  height: number
}

/** Megapixels, of 1,048,576 pixels, that can come out; a guided one is drawn, and so is smaller. */
export const MOST_MEGAPIXELS = { fast: 64, pro: 64, guided: 4 } as const

export type UpscaleModel = keyof typeof MOST_MEGAPIXELS

/** The size of what comes out, pixels. */
export const enlarged = ({ width, height }: Size, scale: number): Size => ({
  width: width * scale,
  height: height * scale,
})

/** Whether an image cannot be enlarged so much. */
export function isTooLarge(size: Size, scale: number, model: UpscaleModel): boolean {
  const { width, height } = enlarged(size, scale)
  return width * height > MOST_MEGAPIXELS[model] * 1_048_576
}
