import sharp from 'sharp'
import { type Framing, frameOf } from '#engine/vision/avatars/cut-portrait.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { MOST_PIXELS } from '#engine/vision/limits.ts'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { decodePicture } from '#engine/vision/pictures/decode-picture.ts'
import { cutOut } from '#engine/vision/remove-background/cut-out.ts'

/** The part of a photograph that a framing shows, as PNG; above the photograph its first row goes on. */
export async function showFrame(image: Buffer, framing: Framing): Promise<Buffer> {
  const networks = createToolNetworks(2)
  const picture = await decodePicture(image, MOST_PIXELS)
  const face = (await findFaces(await networks.faces(), picture))[0]!
  const cut = await cutOut(await networks.foreground(), picture, {
    onStep: () => undefined,
    signal: new AbortController().signal,
  })
  const square = frameOf({ ...cut, face }, framing)
  const width = Math.round(square.width * framing.seen)
  const left = Math.max(0, Math.round(square.x + (square.width - width) / 2))
  const above = Math.max(0, -square.y)
  return sharp(image)
    .extract({
      left,
      top: square.y + above,
      width: Math.min(width, picture.width - left),
      height: square.height - above,
    })
    .extend({ top: above, extendWith: 'copy' })
    .png()
    .toBuffer()
}
