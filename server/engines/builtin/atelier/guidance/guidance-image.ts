import type { Networks, Planes } from '../../diffusion/networks.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import type { RunLane } from '../../diffusion/run-lane.ts'
import { distances } from '../../diffusion/source/distance.ts'
import type { Tokenizer } from '../../diffusion/tokenizer/tokenizer.ts'
import type { Ground } from '../scene/source-scene.ts'
import { chooseBackdrop } from '../background/backdrop.ts'
import { castShadow } from '../background/cast-shadow.ts'
import type { Hint } from './choose-neighbours.ts'
import type { Found, FoundThing } from '../words/find-near.ts'
import { onEvenWhite, paintPlace, standOn } from './foreground.ts'
import { composeHint } from './compose-pictures.ts'
import { layOut } from './layout.ts'
import { withLook } from '../looks/looks.ts'
import { isThere } from '../background/shows-background.ts'
import type { Prior } from './prior.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { setOff } from '../background/contrast-shadow.ts'
import { tinted } from './tint.ts'

/** Of the shorter edge of added space. */
const FADE = 0.6

/** A hint as a picture. */
export interface Sketch {
  canvas: Planes
  /** What of it are things: on white. */
  things: Planes
  /** How large its smallest thing is against a picture of the store: 1 is as large. */
  smallest: number
}

/** A thing and what shows it. */
export interface ShownThing extends FoundThing {
  hint: Hint
}

/** What latents of things come from. */
export interface SketchingModel {
  networks: Pick<Networks, 'decode' | 'wordVectors'>
  textEncoder: { tokenizer: Tokenizer }
  prior: Prior | null
  description: { downscale: number }
}

/** Lays things of the store out in the room that there is, on the place that is named, on what is behind or on a backdrop. */
export async function sketchThings(
  model: SketchingModel,
  { store, style, place }: Found,
  shown: readonly ShownThing[],
  frame: PictureSize,
  ground: Ground | null,
  uniform: () => number,
  lane: RunLane,
): Promise<Sketch> {
  const { networks, description } = model
  const cells = { width: store.cells, height: store.cells }
  const pictures: Planes[] = []
  for (const { hint, colour: name } of shown) {
    const latents = await latentsOf(model, store, hint, lane)
    const decoded = await lane.run(() => networks.decode(latents, cells))
    const picture = onEvenWhite(decoded, 'picture' in hint ? store.ownWhite(hint.picture) : null)
    const colour = store.colours[name ?? '']
    const coloured = colour ? tinted(picture, colour) : picture
    const look = store.looks[style]
    pictures.push(look ? withLook(coloured, look) : coloured)
  }
  const room = ground?.room ?? { left: 0, top: 0, ...frame }
  const spots = layOut(pictures, room.width / room.height, uniform)
  const laid = pictures.map((picture, i) => ({ picture, spot: spots[i]! }))
  const things = composeHint(frame, room, laid)
  const part = Math.min(room.width, room.height) / (store.cells * description.downscale)
  const backdrop = place || ground ? null : chooseBackdrop(store.backdrops, things, uniform)
  const behind = backdrop
    ? laid
        .map((one) => (laid.length > 1 ? composeHint(frame, room, [one]) : things))
        .reduce(castShadow, paintPlace(frame, backdrop))
    : behindThings(place, ground, frame)
  return {
    canvas: behind ? standOn(things, ground ? behind : setOff(behind, things)) : things,
    things,
    smallest: Math.min(1, ...spots.map(({ scale }) => scale * part)),
  }
}

async function latentsOf(
  { networks, prior, textEncoder: { tokenizer } }: SketchingModel,
  store: RetrievalStore,
  hint: Hint,
  lane: RunLane,
): Promise<Float32Array> {
  if ('picture' in hint) return store.latentsOf(hint.picture)
  const tokens = tokenizer.tokens(store.concepts[hint.concept]!.name).slice(0, tokenizer.maxTokens)
  return lane.run(async () => {
    const words = await networks.wordVectors([tokenizer.frame(tokens)])
    return prior!.recall(words, hint.style)
  })
}

/** The source itself, its things in the place that is named. */
export function sketchSource({ place }: Found, ground: Ground): Sketch {
  const { source, things, behind } = ground
  const { width, height } = source
  const area = width * height
  const painted = place && !isThere(place, ground) ? paintPlace(source, place) : behind
  const onto = (under: (i: number) => number): Planes => ({
    data: source.data.map((value, i) => (things[i % area] === 1 ? value : under(i))),
    width,
    height,
  })
  return { canvas: onto((i) => painted.data[i]!), things: onto(() => 1), smallest: 1 }
}

/** What things stand on; null for white. */
function behindThings(
  place: Found['place'],
  ground: Ground | null,
  frame: PictureSize,
): Planes | null {
  if (!ground) return place && paintPlace(frame, place)
  const { anew, isAdded, behind, room } = ground
  if (!place || isThere(place, ground)) return behind
  const painted = paintPlace(frame, place)
  if (!anew) return painted
  // Added space goes over from the source's edges to the place.
  const away = isAdded
    ? distances(
        anew.map((value) => 1 - value),
        frame,
      )
    : null
  const fade = FADE * Math.min(room.width, room.height)
  const area = frame.width * frame.height
  const data = behind.data.map((value, i) => {
    const part = away ? Math.min(1, away[i % area]! / fade) : anew[i % area]!
    return value + part * (painted.data[i]! - value)
  })
  return { ...painted, data }
}
