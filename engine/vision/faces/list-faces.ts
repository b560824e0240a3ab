import type { FoundFace } from '#lib/engine-spec/index.ts'
import type { ToolNetworks } from '../networks.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import { MOST_PIXELS } from '../limits.ts'
import { findFaces } from './find-faces.ts'
import { coversEyes } from './covers-eyes.ts'
import { describeFace } from './describe-face.ts'
import { estimateAge } from './estimate-age.ts'
import { isSharp } from './is-sharp.ts'
import { measureView } from './measure-view.ts'

/** Faces that are looked at more closely, 25 ms each: the largest. Smaller ones of such a crowd are too small for any tool. */
const MOST_LOOKED_AT = 32

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
  const age = await networks.age()
  const found: FoundFace[] = []
  for (const [index, face] of faces.entries()) {
    const { box, yaw } = face
    found.push({
      index,
      box,
      yaw,
      sharp: isSharp(picture, face),
      ...(coversEyes(picture, face) && { eyesCovered: true as const }),
      ...(index < MOST_LOOKED_AT && {
        age: await estimateAge(age, picture, face),
        view: measureView(picture, face),
      }),
      ...(index === 0 && identity && { identity }),
    })
  }
  return found
}
