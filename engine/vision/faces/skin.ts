import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'

/** Lightness and hue as in JPEG (BT.601). */
export interface Colour {
  light: number
  blue: number
  red: number
}

/** Points that are skin on every face: cheeks, sides of the nose, chin. */
const SKIN = [50, 280, 117, 346, 205, 425, 101, 330, 6, 197, 36, 266, 199, 200]
/** Skin is no further from a face's middle colour than this: hue of 255, light as a share. */
const NEAR = { hue: 20, darkest: 0.5, lightest: 1.7 }

export function colourOf(red: number, green: number, blue: number): Colour {
  const light = 0.299 * red + 0.587 * green + 0.114 * blue
  return { light, blue: 0.564 * (blue - light), red: 0.713 * (red - light) }
}

export function colourAt({ data, width }: RgbPicture, x: number, y: number): Colour {
  const at = 3 * (y * width + x)
  return colourOf(data[at]!, data[at + 1]!, data[at + 2]!)
}

/** The middle colour of a face's skin; null if the face lies outside of the picture. */
export function skinOf(picture: RgbPicture, mesh: readonly Point[]): Colour | null {
  const colours = SKIN.map((index) => mesh[index]!)
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < picture.width && y < picture.height)
    .map(({ x, y }) => colourAt(picture, x, y))
  if (colours.length === 0) return null
  const middle = (key: keyof Colour): number =>
    colours.map((colour) => colour[key]).toSorted((a, b) => a - b)[Math.floor(colours.length / 2)]!
  return { light: middle('light'), blue: middle('blue'), red: middle('red') }
}

/** Whether a colour is that of a face's skin, in light or in shade. */
export function isSkin({ light, blue, red }: Colour, skin: Colour): boolean {
  const share = light / Math.max(1, skin.light)
  if (share < NEAR.darkest || share > NEAR.lightest) return false
  // In shade the hue is weaker with the light.
  const strength = Math.min(1.2, share)
  return Math.hypot(blue - strength * skin.blue, red - strength * skin.red) < NEAR.hue
}
