import type { FoundFace } from '../../../spec/index.ts'
import type { ToolNetworks } from '../networks.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import { MOST_PIXELS } from '../limits.ts'
import { findFaces } from './find-faces.ts'
import { describeFace } from './describe-face.ts'
import { isSharp } from './is-sharp.ts'

/**
 * The faces of an encoded picture, the largest first. Throws EngineError `unsupported`.
 *
 * @param described whether the identity of the largest is wanted too
 */
export async function listFaces(
  networks: ToolNetworks,
  image: Uint8Array,
  described: boolean,
): Promise<FoundFace[]> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const faces = await findFaces(await networks.faces(), picture)
  const [largest] = faces
  const identity =
    described && largest
      ? Array.from(await describeFace(await networks.identity(), picture, largest))
      : null
  return faces.map((face, index) => {
    const { box, yaw } = face
    const found = { index, box, yaw, sharp: isSharp(picture, face) }
    return index === 0 && identity ? { ...found, identity } : found
  })
}
