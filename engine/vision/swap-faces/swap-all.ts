import type { SwapFacesRequest } from '#lib/engine-spec/index.ts'
import { unsupported, reason } from '../../reason.ts'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { MOST_PIXELS } from '../limits.ts'
import type { ToolNetworks } from '../networks.ts'
import { type DecodedPicture, decodePicture } from '../pictures/decode-picture.ts'
import type { Swapped, SwapFlaw } from './judge-swap.ts'
import { swapFace } from './swap-face.ts'

interface Handlers<Flaw extends SwapFlaw> {
  /** Looks at each swapped face; the first flaw ends the work. */
  judge(swapped: Swapped): Promise<Flaw | null> | Flaw | null
  signal: AbortSignal
  onProgress(step: number, steps: number): void
}

/**
 * Swaps faces one after another. @returns the target picture with what was swapped so far, and what is wrong with the last face
 * @throws {EngineError} `unsupported`; or the signal's reason
 */
export async function swapAll<Flaw extends SwapFlaw>(
  networks: Pick<ToolNetworks, 'faces'>,
  { source, target, pairs }: SwapFacesRequest,
  { judge, signal, onProgress }: Handlers<Flaw>,
): Promise<{ picture: DecodedPicture; flaw: Flaw | null }> {
  const [from, to] = [
    await decodePicture(source, MOST_PIXELS),
    await decodePicture(target, MOST_PIXELS),
  ]
  const steps = pairs.length + 2
  const detector = await networks.faces()
  const found = await findFaces(detector, from)
  onProgress(1, steps)
  signal.throwIfAborted()
  const wanted = await findFaces(detector, to)
  onProgress(2, steps)
  for (const [i, pair] of pairs.entries()) {
    signal.throwIfAborted()
    const [sourceFace, targetFace] = [faceAt(found, pair.source), faceAt(wanted, pair.target)]
    const before = { ...to, data: Uint8Array.from(to.data) }
    const { kept } = swapFace(from, sourceFace, to, targetFace)
    const flaw = await judge({ source: from, sourceFace, before, targetFace, after: to, kept })
    if (flaw) return { picture: to, flaw }
    onProgress(i + 3, steps)
  }
  return { picture: to, flaw: null }
}

function faceAt(faces: readonly Face[], index: number): Face {
  const face = faces[index]
  if (!face) throw unsupported(reason('engines.noFace', { number: index, count: faces.length }))
  return face
}
