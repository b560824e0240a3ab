import type { LatentSize, Networks } from '../networks.ts'
import { createUniformStream } from '../noise.ts'
import type { RunLane } from '../run-lane.ts'
import { chooseHint, chooseManner } from './choose-neighbours.ts'
import type { Found, FoundThing } from './find-near.ts'
import { foregroundCells, standIn } from './foreground.ts'
import { composeHint } from './hint-canvas.ts'
import { layOut } from './layout.ts'
import type { Denoise } from './lead-denoiser.ts'
import { leadDenoiser } from './lead-denoiser.ts'
import type { RetrievalStore } from './retrieval-store.ts'
import { tinted } from './tint.ts'

/** What a picture's denoiser is shown beside its latents. */
export interface DrawingAid {
  /** Latents of the hint, then of the picture that shows the style: 2 x channels x height x width. */
  neighbours: Float32Array
  /** How much guidance is left of what was asked for: 1 is none. */
  temper(guidance: number): number
  /** The denoiser with the hint leading it while there is more noise than picture. */
  lead(denoise: Denoise): Denoise
}

interface AidingModel {
  networks: Pick<Networks, 'encode' | 'decode'>
  description: { downscale: number }
}

/**
 * Makes the aid of one picture: each thing of the prompt as another style drew it, at a place of its own on white (the
 * hint), and a thing near in text in the style wanted. Depends on what was found, the seed and the size alone.
 *
 * @returns null where nothing is near
 */
export async function createDrawingAid(
  { networks, description }: AidingModel,
  { store, style, place, things }: Found,
  seed: number,
  size: LatentSize,
  lane: RunLane,
): Promise<DrawingAid | null> {
  const uniform = createUniformStream(seed)
  const hints = new Map<FoundThing, number>()
  for (const thing of new Set(things)) {
    const hint = chooseHint(store, thing.near, style, uniform)
    if (hint !== null) hints.set(thing, hint)
  }
  const shown = things.filter((thing) => hints.has(thing))
  if (shown.length === 0) return null
  const manner = chooseManner(store, shown[0]!.near, style, uniform)
  const [width, height] = [size.width * description.downscale, size.height * description.downscale]
  const spots = layOut(shown.length, width / height, uniform)
  const cells = { width: store.cells, height: store.cells }
  const laid: Parameters<typeof composeHint>[2][number][] = []
  for (const [i, thing] of shown.entries()) {
    const latents = store.latentsOf(hints.get(thing)!)
    const picture = await lane.run(() => networks.decode(latents, cells))
    const colour = store.colours[thing.colour ?? '']
    laid.push({
      picture: colour ? tinted(picture, colour) : picture,
      spot: spots[i]!,
    })
  }
  const onWhite = composeHint(width, height, laid)
  const canvas = place ? standIn(onWhite, place) : onWhite
  const hint = await lane.run(() => networks.encode(canvas))
  const neighbours = new Float32Array(2 * hint.length)
  neighbours.set(hint)
  if (manner !== null) neighbours.set(stretch(store, manner, size), hint.length)
  const covered = place
    ? new Float32Array(size.width * size.height).fill(1)
    : foregroundCells(onWhite, description.downscale)
  // What is drawn smaller is settled at less noise.
  const smallest = Math.min(...spots.map(({ scale }) => scale))
  const levels = { from: store.lead.from * smallest, to: store.lead.to * smallest }
  return {
    neighbours,
    temper: (guidance) =>
      1 + (guidance - 1) * Math.min(1, (guidance - 1) / (store.fullGuidance - 1)),
    lead: (denoise) => leadDenoiser(denoise, { latents: hint, covered }, levels),
  }
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
