import { EngineError } from '#lib/engine-spec/index.ts'
import type { DrawnAfter } from '#lib/engine-spec/index.ts'
import { cutOut, toSticker } from '../cut-out/cut-out.ts'
import { setOf } from '../store/sets.ts'
import type { GuidedPicture, PictureGuidance } from '../../diffusion/model-companion.ts'
import type { LatentSize, Networks } from '../../diffusion/networks.ts'
import { laySubject } from '../subject/lay-subject.ts'
import { lookOf, type Subject } from '../subject/read-subject.ts'
import { createUniformStream } from '../../diffusion/noise.ts'
import type { RunLane } from '../../diffusion/run-lane.ts'
import { type SourceScene, sceneOf } from '../scene/source-scene.ts'
import { chooseGuidance, chooseStylePicture } from './choose-neighbours.ts'
import type { Found, FoundThing } from './find-near.ts'
import type { Levels } from './lead-denoiser.ts'
import { leadDenoiser } from './lead-denoiser.ts'
import type { Shares } from './guidance-mask.ts'
import { guidanceMask, stillCells } from './guidance-mask.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { showsAlready } from './shows-already.ts'
import { showsMainThing } from './shows-main-thing.ts'
import type { ShownThing, GuidanceModel } from './guidance-image.ts'
import { guidanceFromSource, guidanceFromThings } from './guidance-image.ts'
import { reason } from '../../reason.ts'

/** The picture that is to be guided. */
interface Wanted extends Pick<GuidedPicture, 'seed' | 'size'> {
  source?: GuidedPicture['source']
  subject?: Subject | undefined
}

type GuidedModel = GuidanceModel & { networks: Pick<Networks, 'encode'> }

/** Strengths from which on things of the store take the place of a source's, unless that shows them already. */
const ANOTHER_THING = 0.5
const SAME_THING = 0.9
/** How far the source leads until then; less near strength 1. */
const SOURCE_LEADS = { most: 0.85, slope: 3 }
/** Noise levels at which the source leads: until details can be recognised, and not on to where the style is drawn. */
const SOURCE_LEVELS: Levels = { from: 0.45, to: 0.22 }
/** Strengths at which what a mask or a place asks for begins to count, and at which it counts in full. */
const COUNTS = { from: 0.25, to: 0.6 }
/** Added space that is narrower than this share of the shorter edge is for the background alone. */
const LEAST_ROOM = 0.25

/**
 * Guidance of one picture: each thing of the prompt as another style drew it, at a spot of its own on white (the
 * guidance image), and a thing near in text in the style wanted. Depends on what was found, the seed, the size and the scene alone.
 *
 * @param wanted with what a LoRA was trained on, whose photos are laid on the picture that was led by them
 * @returns null where nothing is near
 */
export async function guidePicture(
  model: GuidedModel,
  found: Found,
  { seed, size, source = null, subject }: Wanted,
  lane: RunLane,
): Promise<PictureGuidance | null> {
  const scene = source && sceneOf(source)
  const { store, style, background, finish } = found
  const { downscale } = model.description
  // Added space goes on as what it borders on, whatever is said.
  if (found.isMainUnknown && (scene === null || (scene.repainted && !scene.isAdded)))
    throw unknownThing()
  const uniform = createUniformStream(seed)
  const shown = chooseAllGuidance(found, uniform, model.prior !== null, subject)
  const first = shown[0]
  if (!first && !background && !(scene && (found.isEmpty || !scene.repainted || scene.isAdded)))
    return null
  const stylePicture = first ? chooseStylePicture(store, first.near, style, uniform) : null
  const frame = { width: size.width * downscale, height: size.height * downscale }
  const isShown =
    scene !== null &&
    first !== undefined &&
    (!scene.repainted || scene.isAdded) &&
    (await showsAlready({ networks: model.networks, store, downscale, lane }, first.near, scene))
  const bySource = scene !== null && !scene.repainted && leadsBySource(scene, isShown, !first)
  const laid = scene?.isAdded && (isShown || isNarrow(scene)) ? [] : shown
  const image = bySource
    ? guidanceFromSource(found, scene)
    : await guidanceFromThings(model, found, laid, frame, scene, uniform, lane)
  const guidance = await lane.run(() => model.networks.encode(image.canvas))
  const neighbours = new Float32Array(2 * guidance.length)
  neighbours.set(guidance)
  if (stylePicture !== null) neighbours.set(stretch(store, stylePicture, size), guidance.length)
  const shares = sharesOf(scene, bySource, background !== null)
  const led = guidanceMask(image.things, downscale, scene, background !== null, shares)
  const still = scene ? new Uint8Array(led.length) : stillCells(image.things, downscale)
  const [main] = image.laid ?? []
  const cut = subject && image.laid?.find((one) => 'subject' in one.guidance)
  const levels = bySource ? SOURCE_LEVELS : levelsOf(store, image.smallest)
  return {
    neighbours,
    drawnAfter: bySource ? [] : namesOf(store, laid),
    temper: (scale) => 1 + (scale - 1) * Math.min(1, (scale - 1) / (store.fullGuidance - 1)),
    lead: (denoise) => leadDenoiser(denoise, { latents: guidance, led, still }, levels),
    ...(scene === null &&
      first &&
      main &&
      'picture' in main.guidance && {
        showsMainThing: (picture) =>
          showsMainThing({ networks: model.networks, store, downscale, lane }, first.near, {
            picture,
            main,
          }),
      }),
    ...(finish !== null && {
      cutOut: async (pixels, whole) => {
        const alone = cutOut(pixels, whole)
        return finish === 'sticker' ? toSticker(alone, whole) : alone
      },
    }),
    ...(cut &&
      'subject' in cut.guidance && {
        finish: laySubject(cut.guidance.subject, {
          frame,
          room: scene?.room ?? { left: 0, top: 0, ...frame },
          spot: cut.spot,
          look: lookOf(store.looks[style], subject),
        }),
      }),
  }
}

function unknownThing(): EngineError {
  return new EngineError('prompt_unknown', 'The prompt names no thing that the store has', {
    retryable: false,
    userMessage: reason('engines.promptNotKnown'),
  })
}

/** What the images that lead things are called, whose they are and their licence. */
function namesOf(store: RetrievalStore, laid: readonly ShownThing[]): DrawnAfter[] {
  const told = new Map<number, DrawnAfter>()
  for (const { guidance } of laid) {
    if (!('picture' in guidance)) continue
    const [concept, style] = store.pictures[guidance.picture]!
    const set = setOf(store.styles[style]!)
    if (set) told.set(guidance.picture, { thing: store.concepts[concept]!.name, ...set })
  }
  return [...told.values()]
}

/** The things of a prompt that are known, each with what leads it; the same one for things of one kind. */
function chooseAllGuidance(
  { store, style, things }: Found,
  uniform: () => number,
  recalls: boolean,
  subject: Subject | undefined,
): ShownThing[] {
  const kinds = new Map<FoundThing, ShownThing>()
  for (const thing of new Set(things)) {
    const cut = thing.isSubject ? subject?.pictures : undefined
    const guidance = cut
      ? { subject: cut[Math.floor(uniform() * cut.length)]! }
      : chooseGuidance(store, thing.near, style, uniform, recalls)
    if (guidance !== null) kinds.set(thing, { ...thing, guidance })
  }
  return things.flatMap((thing) => kinds.get(thing) ?? [])
}

/** What is drawn smaller is settled at less noise. */
function levelsOf({ lead }: Found['store'], smallest: number): Levels {
  return { from: lead.from * smallest, to: lead.to * smallest }
}

function leadsBySource({ strength }: SourceScene, isShown: boolean, isAlone: boolean): boolean {
  return isAlone || strength < (isShown ? SAME_THING : ANOTHER_THING)
}

function isNarrow({ room, source }: SourceScene): boolean {
  return Math.min(room.width, room.height) < LEAST_ROOM * Math.min(source.width, source.height)
}

function sharesOf(scene: SourceScene | null, bySource: boolean, hasBackground: boolean): Shares {
  if (!scene) return { things: 1, behind: 1 }
  const { strength, repainted } = scene
  const asked = Math.min(1, Math.max(0, (strength - COUNTS.from) / (COUNTS.to - COUNTS.from)))
  if (bySource) {
    const things = Math.min(SOURCE_LEADS.most, (1 - strength) * SOURCE_LEADS.slope)
    return { things, behind: hasBackground ? asked : things }
  }
  return repainted ? { things: asked, behind: asked } : { things: 1, behind: 1 }
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
