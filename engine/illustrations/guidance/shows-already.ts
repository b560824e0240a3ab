import type { Region } from '../../diffusion/enlarger/tiles.ts'
import type { Networks, Planes } from '../../diffusion/networks.ts'
import type { RunLane } from '../../diffusion/run-lane.ts'
import type { SourceScene } from '../scene/source-scene.ts'
import { boundsOfLargest } from '../scene/room.ts'
import type { NearConcept } from '../store/nearest-concepts.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'

/** Pictures of the store that stand for all others. */
const OTHERS = 300
/** At most this many of those may look more like it than the thing's own pictures do. */
const MOST_NEARER = 1
/** Concepts as near in text as the first one within this count as well. */
const TIE = 0.02
/** Latents are compared in squares of so many cells: a drawing never stands exactly as its guidance image does. */
const BLUR = 2
/** A thing in a picture of the store leaves about so much of the edge free. */
const FILLED = 0.92

export interface Looking {
  networks: Pick<Networks, 'encode'>
  store: RetrievalStore
  downscale: number
  lane: RunLane
}

/** A picture, and 1 for each pixel of its things. */
type Seen = Pick<SourceScene, 'source' | 'things'>

/** Whether a source shows a thing already: its pictures in the store look more like it than other pictures do. */
export const showsAlready = async (
  looking: Looking,
  near: readonly NearConcept[],
  scene: Seen,
): Promise<boolean> => {
  const bounds = boundsOfLargest(scene.things, scene.source)
  if (!bounds) return false
  return (await countNearer(looking, near, { ...scene, bounds }, MOST_NEARER)) <= MOST_NEARER
}

/**
 * How many of {@link OTHERS} other pictures of the store are more like a part of a picture than those of what is named.
 *
 * @param scene.bounds of that part
 * @param most to which it is counted
 */
export async function countNearer(
  { networks, store, downscale, lane }: Looking,
  near: readonly NearConcept[],
  scene: Seen & { bounds: Region },
  most: number,
): Promise<number> {
  const edge = store.cells * downscale
  const { bounds } = scene
  const onWhite = alone(scene)
  const views: Float32Array[] = []
  for (const mirrored of [false, true]) {
    const view = viewOf(onWhite, bounds, edge, mirrored)
    views.push(blurred(await lane.run(() => networks.encode(view)), store))
  }
  const away = (picture: number): number => {
    const cells = blurred(store.latentsOf(picture), store)
    return Math.min(
      ...views.map((view) => view.reduce((sum, value, i) => sum + (value - cells[i]!) ** 2, 0)),
    )
  }
  const best = near.filter(({ score }) => score > near[0]!.score - TIE)
  const own = best.flatMap(({ concept }) => store.picturesOf(concept))
  const least = Math.min(...own.map(away))
  const others = Math.min(OTHERS, store.pictures.length)
  let nearer = 0
  for (let i = 0; i < others && nearer <= most; i++) {
    const picture = Math.floor((i * store.pictures.length) / others)
    if (!own.includes(picture) && away(picture) < least) nearer++
  }
  return nearer
}

/** The source's things on white. */
function alone({ source, things }: Seen): Planes {
  const area = things.length
  return { ...source, data: source.data.map((value, i) => (things[i % area] === 1 ? value : 1)) }
}

/** A part of a picture on white as the store would show it: square, with white around. */
function viewOf(
  picture: Planes,
  { left, top, width, height }: Region,
  edge: number,
  mirrored: boolean,
): Planes {
  const half = Math.max(width, height) / 2 / FILLED
  const from = (at: number): number => ((at + 0.5) * 2) / edge - 1
  const data = Float32Array.from({ length: 3 * edge * edge }, (_, i) => {
    const across = from(i % edge) * (mirrored ? -half : half)
    const x = Math.floor(left + width / 2 + across)
    const y = Math.floor(top + height / 2 + from(Math.floor(i / edge) % edge) * half)
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return 1
    const plane = Math.floor(i / edge ** 2)
    return picture.data[(plane * picture.height + y) * picture.width + x]!
  })
  return { data, width: edge, height: edge }
}

function blurred(latents: Float32Array, { cells, channels }: RetrievalStore): Float32Array {
  const across = cells / BLUR
  const result = new Float32Array(channels * across * across)
  for (let i = 0; i < latents.length; i++) {
    const [x, y] = [i % cells, Math.floor(i / cells) % cells]
    const plane = Math.floor(i / cells ** 2)
    result[(plane * across + Math.floor(y / BLUR)) * across + Math.floor(x / BLUR)]! +=
      latents[i]! / BLUR ** 2
  }
  return result
}
