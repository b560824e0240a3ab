import type { PictureGuidance } from '../../diffusion/model-companion.ts'
import type { LatentSize, Networks } from '../../diffusion/networks.ts'
import { createUniformStream } from '../../diffusion/noise.ts'
import type { RunLane } from '../../diffusion/run-lane.ts'
import type { Ground } from '../scene/source-scene.ts'
import { chooseHint, chooseManner } from './choose-neighbours.ts'
import type { Found, FoundThing } from '../words/find-near.ts'
import type { Levels } from './lead-denoiser.ts'
import { leadDenoiser } from './lead-denoiser.ts'
import type { Shares } from './guidance-mask.ts'
import { ledCells, stillCells } from './guidance-mask.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { showsAlready } from './shows-already.ts'
import type { ShownThing, SketchingModel } from './guidance-image.ts'
import { sketchSource, sketchThings } from './guidance-image.ts'

type GuidedModel = SketchingModel & { networks: Pick<Networks, 'encode'> }

/** Strengths from which on things of the store take the place of a source's, unless that shows them already. */
const ANOTHER_THING = 0.5
const SAME_THING = 0.9
/** How far the source leads until then; less near strength 1. */
const SOURCE_LEADS = { most: 0.85, slope: 3 }
/** It leads as long as details need to be recognised, and not on to where the style is drawn. */
const SOURCE_LEVELS: Levels = { from: 0.45, to: 0.22 }
/** Strengths at which what a mask or a place asks for begins to count, and at which it counts in full. */
const COUNTS = { from: 0.25, to: 0.6 }
/** Added space that is narrower than this share of the shorter edge is for the background alone. */
const LEAST_ROOM = 0.25

/**
 * Guidance of one picture: each thing of the prompt as another style drew it, at a place of its own on white (the
 * hint), and a thing near in text in the style wanted. Depends on what was found, the seed, the size and the ground alone.
 *
 * @param ground what a drawing that starts from a picture is drawn on
 * @returns null where nothing is near
 */
export async function guidePicture(
  model: GuidedModel,
  found: Found,
  seed: number,
  size: LatentSize,
  lane: RunLane,
  ground: Ground | null = null,
): Promise<PictureGuidance | null> {
  const { store, style, place } = found
  const { downscale } = model.description
  const uniform = createUniformStream(seed)
  const shown = chooseHints(found, uniform, model.prior !== null)
  const first = shown[0]
  if (!first && !place && !(ground && (found.isEmpty || !ground.anew))) return null
  const manner = first ? chooseManner(store, first.near, style, uniform) : null
  const frame = { width: size.width * downscale, height: size.height * downscale }
  const isThere =
    ground !== null &&
    first !== undefined &&
    (!ground.anew || ground.isAdded) &&
    (await showsAlready(model, store, first.near, ground, downscale, lane))
  const bySource = ground !== null && !ground.anew && leadsBySource(ground, isThere, !first)
  const laid = ground?.isAdded && (isThere || isNarrow(ground)) ? [] : shown
  const sketch = bySource
    ? sketchSource(found, ground)
    : await sketchThings(model, found, laid, frame, ground, uniform, lane)
  const hint = await lane.run(() => model.networks.encode(sketch.canvas))
  const neighbours = new Float32Array(2 * hint.length)
  neighbours.set(hint)
  if (manner !== null) neighbours.set(stretch(store, manner, size), hint.length)
  const shares = sharesOf(ground, bySource, place !== null)
  const led = ledCells(sketch.things, downscale, ground, place !== null, shares)
  const still = ground ? new Uint8Array(led.length) : stillCells(sketch.things, downscale)
  const levels = bySource ? SOURCE_LEVELS : levelsOf(store, sketch.smallest)
  return {
    neighbours,
    temper: (guidance) =>
      1 + (guidance - 1) * Math.min(1, (guidance - 1) / (store.fullGuidance - 1)),
    lead: (denoise) => leadDenoiser(denoise, { latents: hint, led, still }, levels),
  }
}

/** The things of a prompt that are known, each with what leads it; the same one for things of one kind. */
function chooseHints(
  { store, style, things }: Found,
  uniform: () => number,
  recalls: boolean,
): ShownThing[] {
  const kinds = new Map<FoundThing, ShownThing>()
  for (const thing of new Set(things)) {
    const hint = chooseHint(store, thing.near, style, uniform, recalls)
    if (hint !== null) kinds.set(thing, { ...thing, hint })
  }
  return things.flatMap((thing) => kinds.get(thing) ?? [])
}

/** What is drawn smaller is settled at less noise. */
function levelsOf({ lead }: Found['store'], smallest: number): Levels {
  return { from: lead.from * smallest, to: lead.to * smallest }
}

function leadsBySource({ strength }: Ground, isThere: boolean, isAlone: boolean): boolean {
  return isAlone || strength < (isThere ? SAME_THING : ANOTHER_THING)
}

function isNarrow({ room, source }: Ground): boolean {
  return Math.min(room.width, room.height) < LEAST_ROOM * Math.min(source.width, source.height)
}

function sharesOf(ground: Ground | null, bySource: boolean, hasPlace: boolean): Shares {
  if (!ground) return { things: 1, behind: 1 }
  const { strength, anew } = ground
  const asked = Math.min(1, Math.max(0, (strength - COUNTS.from) / (COUNTS.to - COUNTS.from)))
  if (bySource) {
    const things = Math.min(SOURCE_LEADS.most, (1 - strength) * SOURCE_LEADS.slope)
    return { things, behind: hasPlace ? asked : things }
  }
  return anew ? { things: asked, behind: asked } : { things: 1, behind: 1 }
}

/** A stored picture at another size, cell by cell (the nearest one counts). */
function stretch(store: RetrievalStore, picture: number, size: LatentSize): Float32Array {
  const { cells, channels } = store
  const { width, height } = size
  const latents = store.latentsOf(picture)
  return Float32Array.from({ length: channels * width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width) % height]
    const plane = Math.floor(i / (width * height))
    const row = Math.floor(((y + 0.5) * cells) / height)
    return latents[(plane * cells + row) * cells + Math.floor(((x + 0.5) * cells) / width)]!
  })
}
