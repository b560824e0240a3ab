import { decodePicture } from '../pictures/decode-picture.ts'
import { MOST_PIXELS } from '../limits.ts'
import { faintShareOfOutline } from './outline-contrast.ts'
import { groundWithin } from './ground-within.ts'
import { turnedShareOfOutline } from './turned-outline.ts'
import { CLEAR, doubtOf, type ForegroundNetwork, lookAtWhole } from './find-foreground.ts'

/** So much of what is found is neither foreground nor background: plants, bars, fine structures. */
const UNCLEAR = 0.039
/** So much of it is found in the picture or in its mirror image, and not in both. */
const TURNED = 0.1
/** So much of the outline lies elsewhere in the mirror image. */
const TURNED_OUTLINE = 0.08
/** What is found is this small a part of the picture: the network found hardly anything. */
const LEAST_FOUND = 0.02
/** So much of the outline has one colour on both sides: white things on white. */
const FAINT_OUTLINE = 0.35
/** So much of what is found looks like the ground and is enclosed: inside handles, between curls. */
const GROUND_WITHIN = 0.0025
/** Half-way between foreground and background. */
const HALF = 0.5

/**
 * Whether the edge of a picture's foreground will be unsure, by one or two quick looks: the network is half-hearted, answers the
 * mirror image otherwise, finds hardly anything, the outline has one colour on both sides, or ground is enclosed. The limits are those of the
 * network that comes with the app.
 *
 * @throws {EngineError} `unsupported`
 */
export async function doubtsEdges(network: ForegroundNetwork, image: Uint8Array): Promise<boolean> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const { straight, pixels, edge, turn } = await lookAtWhole(network, picture)
  const doubt = doubtOf(straight)
  if (doubt > UNCLEAR) return true
  if (faintShareOfOutline(straight, pixels, edge) > FAINT_OUTLINE) return true
  if (groundWithin(straight, pixels, edge) > GROUND_WITHIN) return true
  const found = straight.reduce((count, value) => count + Number(value > HALF), 0)
  if (found < LEAST_FOUND * straight.length) return true
  // So clear an answer is used as it is, whatever is found in the mirror image.
  if (doubt < CLEAR) return false
  const turned = await turn()
  let [apart, either] = [0, 0]
  for (const [cell, value] of straight.entries()) {
    apart += Math.abs(value - turned[cell]!)
    either += Math.max(value, turned[cell]!)
  }
  return apart > TURNED * either || turnedShareOfOutline(straight, turned, edge) > TURNED_OUTLINE
}
