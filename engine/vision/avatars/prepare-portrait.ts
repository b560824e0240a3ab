import sharp from 'sharp'
import { EngineError } from '#lib/engine-spec/index.ts'
import { findFaces } from '../faces/find-faces.ts'
import { enlargeFace, type Face } from '../faces/face.ts'
import type { ToolNetworks } from '../networks.ts'
import type { DecodedPicture } from '../pictures/decode-picture.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { cutOut } from '../remove-background/cut-out.ts'
import { enlargeBy } from '../upscale/enlarge-by.ts'
import { clearRemnants } from './clear-remnants.ts'
import { cutAroundPerson, enlargementFor } from './around-person.ts'
import type { Portrait } from './cut-portrait.ts'
import { judgePortrait } from './judge-portrait.ts'
import { reason } from '../../reason.ts'

/** Cells along the longer edge on which the outline is found: about the size of what is made, so that it has no steps. */
const CELLS = 1152

interface Wanted {
  /** Height of the face in what is made, pixels. */
  face: number
  /** Whether a network enlarges the person; else they are only resized. */
  isDrawn: boolean
  signal: AbortSignal
  /** Told when the person is large enough, and only has to be cut out. */
  onEnlarged?(): void
}

/**
 * A person cut out at the size of the result: the part of the photograph around them, enlarged as far as is missing.
 *
 * @returns null where no face is found in the enlarged part any more
 * @throws {EngineError} `quality_check` where what was cut out is no whole person
 */
export async function preparePortrait(
  networks: ToolNetworks,
  picture: DecodedPicture,
  found: Face,
  { face: wanted, isDrawn, signal, onEnlarged }: Wanted,
): Promise<Portrait | null> {
  const detector = await networks.faces()
  const around = await cutAroundPerson(picture, found)
  let person = around
  const missing = enlargementFor(found.box.height, wanted)
  if (missing !== null) {
    const handlers = { signal, onProgress: () => undefined }
    const larger = isDrawn
      ? (await enlargeBy(networks, person, missing, false, handlers)).picture
      : await resize(person, missing)
    person = { ...larger, opacity: null }
  }
  onEnlarged?.()
  let face = (await findFaces(detector, person))[0]
  if (!face && missing !== null) {
    // Behind hands, a face may be found in the photograph and not in what was drawn of it.
    const [seen] = await findFaces(detector, around)
    face = seen && enlargeFace(seen, missing)
  }
  if (!face) return null
  const foreground = await networks.foreground()
  const before = { ...person, data: Uint8Array.from(person.data) }
  const cut = await cutOut(foreground, person, { cells: CELLS, onStep: () => {}, signal })
  const portrait = { ...cut, face }
  const problem = judgePortrait(portrait)
  if (problem !== null) throw badlyCut(problem)
  clearRemnants(portrait, before)
  return portrait
}

/** @param problem for the log */
function badlyCut(problem: string): EngineError {
  return new EngineError('quality_check', `A portrait is not delivered: ${problem}`, {
    retryable: false,
    userMessage: reason('engines.badlyCut'),
  })
}

async function resize({ data, width, height }: RgbPicture, by: number): Promise<RgbPicture> {
  const larger = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(by * width, by * height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { data: larger, width: by * width, height: by * height }
}
