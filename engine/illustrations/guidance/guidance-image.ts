import type { Networks, Planes } from '../../diffusion/networks.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import type { RunLane } from '../../diffusion/run-lane.ts'
import { distances } from '../../diffusion/source/distance.ts'
import type { Tokenizer } from '../../diffusion/tokenizer/tokenizer.ts'
import type { SourceScene } from '../scene/source-scene.ts'
import { chooseBackdrop } from '../background/backdrop.ts'
import { castShadow } from '../background/cast-shadow.ts'
import type { ThingPicture } from './choose-neighbours.ts'
import type { Found, FoundThing } from './find-near.ts'
import { onEvenWhite, paintBackground, standOn } from '../background/foreground.ts'
import { composePictures } from './compose-pictures.ts'
import { layOut, type Spot } from '../subject/layout.ts'
import { type SubjectPicture, standSubject } from '../subject/read-subject.ts'
import { withLook } from '../looks/looks.ts'
import { showsBackground } from '../background/shows-background.ts'
import type { Prior } from './prior.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { withContrastShadow } from '../background/contrast-shadow.ts'
import { tinted } from './tint.ts'

/** Width of the fade as a share of the shorter edge of added space. */
const FADE = 0.6

/** What is left of the size of things with a border around them. */
const STICKER_ROOM = 0.9

/** Smaller, and as much nearer to the middle. */
const nearer = (spot: Spot, factor: number): Spot => ({
  ...spot,
  x: factor * spot.x,
  y: factor * spot.y,
  scale: factor * spot.scale,
})

/** What guides a drawing, as a picture. */
export interface GuidanceImage {
  canvas: Planes
  /** Its things alone, on white. */
  things: Planes
  /** How large its smallest thing is against a picture of the store: 1 is as large. */
  smallest: number
  /** Where each thing is laid, in the room; left out where none is. */
  laid?: { guidance: ShownThing['guidance']; picture: Planes; spot: Spot }[]
}

/** A thing and what shows it. */
export interface ShownThing extends FoundThing {
  guidance: ThingPicture | { subject: SubjectPicture }
}

/** What latents of things come from. */
export interface GuidanceModel {
  networks: Pick<Networks, 'decode' | 'wordVectors'>
  textEncoder: { tokenizer: Tokenizer }
  prior: Prior | null
  description: { downscale: number }
}

/** Lays things of the store out in the room that there is, on the place that is named, on what is behind or on a backdrop. */
export async function guidanceFromThings(
  model: GuidanceModel,
  { store, style, background, finish }: Found,
  shown: readonly ShownThing[],
  frame: PictureSize,
  scene: SourceScene | null,
  uniform: () => number,
  lane: RunLane,
): Promise<GuidanceImage> {
  const { networks, description } = model
  const cells = { width: store.cells, height: store.cells }
  const pictures: Planes[] = []
  for (const { guidance, colour: name } of shown) {
    if ('subject' in guidance) {
      pictures.push(guidance.subject.onWhite)
      continue
    }
    const latents = await latentsOf(model, store, guidance, lane)
    const decoded = await lane.run(() => networks.decode(latents, cells))
    const picture = onEvenWhite(
      decoded,
      'picture' in guidance ? store.ownWhite(guidance.picture) : null,
    )
    const colour = store.colours[name ?? '']
    const coloured = colour ? tinted(picture, colour) : picture
    const look = store.looks[style]
    pictures.push(look ? withLook(coloured, look) : coloured)
  }
  const room = scene?.room ?? { left: 0, top: 0, ...frame }
  const aspect = room.width / room.height
  const around = finish === 'sticker' ? STICKER_ROOM : 1
  const spots = layOut(pictures, aspect, uniform).map((laidOut, i) => {
    const { guidance } = shown[i]!
    const spot = nearer(laidOut, around)
    return 'subject' in guidance ? standSubject(guidance.subject, spot, aspect) : spot
  })
  const laid = pictures.map((picture, i) => ({ picture, spot: spots[i]! }))
  const things = composePictures(frame, room, laid)
  const part = Math.min(room.width, room.height) / (store.cells * description.downscale)
  const backdrop =
    background || scene || finish !== null ? null : chooseBackdrop(store.backdrops, things, uniform)
  const behind = backdrop
    ? laid
        .map((one) => (laid.length > 1 ? composePictures(frame, room, [one]) : things))
        .reduce(castShadow, paintBackground(frame, backdrop))
    : behindThings(background, scene, frame)
  return {
    canvas: behind ? standOn(things, scene ? behind : withContrastShadow(behind, things)) : things,
    things,
    smallest: Math.min(1, ...spots.map(({ scale }) => scale * part)),
    laid: laid.map((one, i) => ({ ...one, guidance: shown[i]!.guidance })),
  }
}

async function latentsOf(
  { networks, prior, textEncoder: { tokenizer } }: GuidanceModel,
  store: RetrievalStore,
  guidance: ThingPicture,
  lane: RunLane,
): Promise<Float32Array> {
  if ('picture' in guidance) return store.latentsOf(guidance.picture)
  const tokens = tokenizer
    .tokens(store.concepts[guidance.concept]!.name)
    .slice(0, tokenizer.maxTokens)
  return lane.run(async () => {
    const words = await networks.wordVectors([tokenizer.frame(tokens)])
    return prior!.recall(words, guidance.style)
  })
}

/** The source itself, its things in the place that is named. */
export function guidanceFromSource({ background }: Found, scene: SourceScene): GuidanceImage {
  const { source, things, behind } = scene
  const { width, height } = source
  const area = width * height
  const painted =
    background && !showsBackground(background, scene) ? paintBackground(source, background) : behind
  const onto = (under: (i: number) => number): Planes => ({
    data: source.data.map((value, i) => (things[i % area] === 1 ? value : under(i))),
    width,
    height,
  })
  return { canvas: onto((i) => painted.data[i]!), things: onto(() => 1), smallest: 1 }
}

/** What things stand on; null for white. */
function behindThings(
  background: Found['background'],
  scene: SourceScene | null,
  frame: PictureSize,
): Planes | null {
  if (!scene) return background && paintBackground(frame, background)
  const { repainted, isAdded, behind, room } = scene
  if (!background || showsBackground(background, scene)) return behind
  const painted = paintBackground(frame, background)
  if (!repainted) return painted
  // Added space goes over from the source's edges to the place.
  const away = isAdded
    ? distances(
        repainted.map((value) => 1 - value),
        frame,
      )
    : null
  const fade = FADE * Math.min(room.width, room.height)
  const area = frame.width * frame.height
  const data = behind.data.map((value, i) => {
    const part = away ? Math.min(1, away[i % area]! / fade) : repainted[i % area]!
    return value + part * (painted.data[i]! - value)
  })
  return { ...painted, data }
}
