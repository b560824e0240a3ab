import type { EngineImage } from '#lib/engine-spec/index.ts'
import { MOST_PIXELS } from '../limits.ts'
import { decodePicture, encodePicture } from '../pictures/decode-picture.ts'
import { type AddedSelection, seePicture, selectObject } from './select-object.ts'

/** Colour of what is selected, as pages show it. */
const PAINT = [0xf0, 0x65, 0x95] as const
const MIDDLE = [{ x: 0.5, y: 0.5, isPart: true }]

/** Colours what is selected by pointing at the middle of an image. @param networks null: nothing is selected */
export async function showSelection(
  networks: AddedSelection | null,
  image: Uint8Array,
): Promise<Pick<EngineImage, 'data' | 'width' | 'height' | 'contentType'>> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const { width, height, data } = picture
  if (networks) {
    const mask = await selectObject(networks, await seePicture(networks, picture), MIDDLE)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const row = Math.floor((y * mask.height) / height)
        if (mask.data[row * mask.width + Math.floor((x * mask.width) / width)] === 0) continue
        for (const [c, value] of PAINT.entries()) {
          const at = 3 * (y * width + x) + c
          data[at] = Math.round((data[at]! + value) / 2)
        }
      }
  }
  return { data: await encodePicture(picture, null), width, height, contentType: 'image/png' }
}
