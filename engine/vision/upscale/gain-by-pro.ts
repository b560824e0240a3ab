import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { MOST_PIXELS } from '../limits.ts'
import type { ToolNetworks } from '../networks.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import { cutRegion } from '../pictures/cut-region.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { type DetailMap, markDetail } from './mark-detail.ts'
import { upscalePicture } from './upscale-picture.ts'
import type { UpscalerNetwork } from './upscaler.ts'

/** Edge of the parts that both networks draw, pixels of the picture. */
const PART = 40
/** Pixels of a part that are drawn without what lies around them, and are not compared. */
const BORDER = 4
/** Most places along an edge at which parts are looked for. */
const PLACES = 20
/** Two parts are drawn. Of all parts, by falling detail, each is the one after so large a share. */
const DRAWN = [0.05, 0.2]
/** A face of more of the picture's height is what people look at. */
const LARGE_FACE = 0.2

/** Images whose parts are kept: a few KB each. */
const KEPT = 64

/** With less, of 255, both enlargements look the same beside each other. */
const SEEN = 2

/** Compares enlargements by the pro network with those by the fast one. */
export interface ProComparer {
  /**
   * Measures how much both would differ: they draw some small parts of the picture, which are among those with much detail;
   * of a portrait, one of them is between the eyes.
   *
   * @returns the mean difference in lightness, of 255
   * @throws {EngineError} `unsupported`
   */
  gain(image: Uint8Array, scale: 2 | 3 | 4): Promise<number>
  /**
   * Whether pro would enlarge a picture nearly as the fast way does, by one quick look. The limit is that of the networks
   * that come with the app.
   *
   * @throws {EngineError} `unsupported`
   */
  looksSame(image: Uint8Array, scale: 2 | 3 | 4): Promise<boolean>
}

/** A part of a picture that both networks draw. */
interface DrawnPart {
  part: RgbPicture
  /** Faces of the whole picture, from the corner of the part. */
  faces: readonly Pick<Face, 'box'>[]
}

/** Creates a comparer that looks for parts and faces once in each image, however many scales are compared. */
export function createProComparer(networks: ToolNetworks): ProComparer {
  const known = new LRUCache<string, readonly DrawnPart[]>({ max: KEPT })

  async function partsIn(image: Uint8Array): Promise<readonly DrawnPart[]> {
    const key = createHash('sha256').update(image).digest('base64')
    const parts = known.get(key) ?? (await chooseParts(networks, image))
    known.set(key, parts)
    return parts
  }

  async function gain(image: Uint8Array, scale: 2 | 3 | 4): Promise<number> {
    const parts = await partsIn(image)
    let sum = 0
    for (const part of parts) sum += await differenceIn(networks, part, scale)
    return sum / parts.length
  }

  return { gain, looksSame: async (image, scale) => (await gain(image, scale)) < SEEN }
}

async function chooseParts(networks: ToolNetworks, image: Uint8Array): Promise<DrawnPart[]> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const faces = await findFaces(await networks.faces(), picture)
  const parts = partsOf(picture)
  const [most, much] = DRAWN.map((place) => parts[Math.floor(place * parts.length)]!)
  const first = faces.find(({ box }) => box.height > LARGE_FACE * picture.height)
  return [first ? eyesOf(first, picture) : most!, much!].map((box) => ({
    part: cutRegion(picture, box),
    faces: faces.map(({ box: face }) => ({
      box: { ...face, x: face.x - box.x, y: face.y - box.y },
    })),
  }))
}

/** The part between the eyes of a face. */
function eyesOf({ box }: Face, picture: RgbPicture): Box {
  const [width, height] = [Math.min(PART, picture.width), Math.min(PART, picture.height)]
  const within = (start: number, most: number): number =>
    Math.min(most, Math.max(0, Math.round(start)))
  return {
    x: within(box.x + box.width / 2 - width / 2, picture.width - width),
    y: within(box.y + box.height / 3 - height / 2, picture.height - height),
    width,
    height,
  }
}

/** Returns parts all over a picture, by falling detail. */
function partsOf(picture: RgbPicture): Box[] {
  const [width, height] = [Math.min(PART, picture.width), Math.min(PART, picture.height)]
  const parts = startsAlong(picture.height, height).flatMap((y) =>
    startsAlong(picture.width, width).map((x) => {
      const box = { x, y, width, height }
      return { box, detail: detailOf(cutRegion(picture, box)) }
    }),
  )
  return parts.toSorted((a, b) => b.detail - a.detail).map(({ box }) => box)
}

function startsAlong(length: number, part: number): number[] {
  const count = Math.max(1, Math.min(PLACES, Math.floor(length / part)))
  const step = count === 1 ? 0 : (length - part) / (count - 1)
  return Array.from({ length: count }, (_, i) => Math.round(i * step))
}

/** Returns the mean difference of neighbours in a row, of 255. */
function detailOf({ data, width }: RgbPicture): number {
  let sum = 0
  for (let at = 3; at < data.length; at += 3)
    if (at % (3 * width) !== 0) sum += Math.abs(lightAt(data, at) - lightAt(data, at - 3))
  return (3 * sum) / data.length
}

/** Rec. 601. */
const lightAt = (data: Uint8Array, at: number): number =>
  0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!

async function differenceIn(
  networks: ToolNetworks,
  { part, faces }: DrawnPart,
  scale: 2 | 3 | 4,
): Promise<number> {
  const never = new AbortController().signal
  // Around the part there is nothing to see.
  const draw = (network: UpscalerNetwork, detail?: DetailMap): Promise<RgbPicture> =>
    upscalePicture({ ...network, reach: 0 }, part, scale, () => undefined, never, detail)
  const fast = await draw(await networks.fastUpscaler(scale))
  const pro = await draw(await networks.proUpscaler(), markDetail(part, faces))
  return meanDifference(fast, pro, scale * BORDER)
}

function meanDifference(a: RgbPicture, b: RgbPicture, border: number): number {
  let [sum, count] = [0, 0]
  for (let y = border; y < a.height - border; y++)
    for (let x = border; x < a.width - border; x++) {
      const at = 3 * (y * a.width + x)
      sum += Math.abs(lightAt(a.data, at) - lightAt(b.data, at))
      count++
    }
  return sum / Math.max(1, count)
}
