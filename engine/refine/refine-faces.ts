import type { DetailPassRequest, FoundFace } from '#lib/engine-spec/index.ts'
import { ellipseShare } from '../vision/faces/ellipse-share.ts'
import { MOST_PIXELS } from '../vision/limits.ts'
import { decodePicture, encodePicture } from '../vision/pictures/decode-picture.ts'
import type { Box, RgbPicture } from '../vision/pictures/rgb-picture.ts'
import type { Chain } from './chain.ts'
import { redrawPart } from './redraw-part.ts'
import type { Made } from './upscale-by-prompt.ts'
import { reason, unsupported } from '../reason.ts'

/** How much larger than the face what is drawn over is, so that the model sees whose head it is. */
const AROUND_FACE = 1.7
/** Share of the part, from its middle outwards, that is replaced in full. */
const FULL = 0.6
/** A face is drawn at most so many times as large as the model draws best; what is larger has its details. */
const LARGEST = 2
const MOST_FACES = 8

/**
 * Draws over each face by itself, as large as the model draws best, and puts it back. Nothing outside the faces changes.
 * Throws EngineError `unsupported` if there is none that could gain by it, or the signal's reason.
 */
export async function refineFaces(
  chain: Chain,
  { image, redrawing }: DetailPassRequest,
  onFraction: (fraction: number) => void,
): Promise<Made> {
  const model = await chain.requireModel(redrawing.model)
  const picture = await decodePicture(image, MOST_PIXELS)
  const faces = await chain.findFaces(image)
  if (faces.length === 0) throw unsupported(reason('common.noFaceFound'))
  const boxes = faces
    .slice(0, MOST_FACES)
    .map((face) => boxAround(face, picture))
    .filter(({ width, height }) => Math.max(width, height) <= LARGEST * model.nativeSize)
  if (boxes.length === 0) throw unsupported(reason('engines.facesLargeEnough'))
  for (const [i, box] of boxes.entries()) {
    const drawn = await redrawPart(chain, picture, box, {
      redrawing: { ...redrawing, seed: (redrawing.seed + i) % 2 ** 32 },
      model,
      edge: Math.max(model.nativeSize, box.width, box.height),
      onFraction: (fraction) => onFraction((i + fraction) / boxes.length),
    })
    putBack(picture, box, drawn)
  }
  const data = await encodePicture(picture, picture.opacity)
  return { data, width: picture.width, height: picture.height }
}

function boxAround({ box }: FoundFace, { width, height }: RgbPicture): Box {
  const edge = AROUND_FACE * Math.max(box.width, box.height)
  const left = Math.max(0, Math.round(box.x + box.width / 2 - edge / 2))
  const top = Math.max(0, Math.round(box.y + box.height / 2 - edge / 2))
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.round(left + edge)) - left,
    height: Math.min(height, Math.round(top + edge)) - top,
  }
}

function putBack(picture: RgbPicture, { x: left, y: top, width, height }: Box, drawn: Uint8Array) {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = ellipseShare((x + 0.5) / width, (y + 0.5) / height, FULL)
      const to = 3 * ((top + y) * picture.width + left + x)
      for (let c = 0; c < 3; c++)
        picture.data[to + c] = Math.round(
          drawn[3 * (y * width + x) + c]! * share + picture.data[to + c]! * (1 - share),
        )
    }
}
