import type { FoundFace } from '../../../spec/index.ts'
import type { ToolNetworks } from '../networks.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import { MOST_PIXELS } from '../limits.ts'
import { findFaces } from './find-faces.ts'
import { isSharp } from './is-sharp.ts'

/** The faces of an encoded picture, the largest first. Throws EngineError `unsupported`. */
export async function listFaces(networks: ToolNetworks, image: Uint8Array): Promise<FoundFace[]> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const faces = await findFaces(await networks.faces(), picture)
  return faces.map((face, index) => {
    const { box, yaw } = face
    return { index, box, yaw, sharp: isSharp(picture, face) }
  })
}
