import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { colourAt } from './skin.ts'

/** Edge of a block of JPEG, pixels. */
const BLOCK = 8
/** Steps beyond this are edges of what is shown, of 255. */
const MOST_STEP = 12

/**
 * How much larger steps of lightness are between the blocks of JPEG than in their middle: about 1 to 1.7 in photographs as
 * cameras write them, 2 and more where strong compression shows its blocks.
 */
export function measureBlocks(picture: RgbPicture, { x, y, width, height }: Box): number {
  const [left, top] = [Math.max(1, Math.round(x)), Math.max(1, Math.round(y))]
  const right = Math.min(picture.width, Math.round(x + width))
  const bottom = Math.min(picture.height, Math.round(y + height))
  const between = { sum: 0, count: 0 }
  const middle = { sum: 0, count: 0 }
  const add = (step: number, place: number): void => {
    const at = place % BLOCK
    const to = at === 0 ? between : at >= 3 && at <= 5 ? middle : null
    if (!to) return
    to.sum += Math.min(MOST_STEP, Math.abs(step))
    to.count++
  }
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const { light } = colourAt(picture, column, row)
      add(light - colourAt(picture, column - 1, row).light, column)
      add(light - colourAt(picture, column, row - 1).light, row)
    }
  if (between.count === 0 || middle.sum === 0) return 1
  return between.sum / between.count / (middle.sum / middle.count)
}
