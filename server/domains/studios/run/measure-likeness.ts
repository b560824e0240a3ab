import type { ToolEngine } from '#server/engines/spec/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { mayCompare } from '../may-compare.ts'
import { photosOf, type TrainingRow } from '../store.ts'
import { type CutPhoto, cutPhoto } from './training-order.ts'

type Identity = readonly number[]

/** What the faces in photos can be found by, by the photo's id; null: it has none. */
export type Identities = ReadonlyMap<string, Identity | null>

/** Where faces can and may be compared: not of what is no person, nor where the photo itself is in the images. */
async function findComparer(
  { engines, consents }: StudiosDeps,
  training: TrainingRow,
): Promise<ToolEngine | null> {
  if (training.object_type !== 'person' || training.cut_outs.length > 0) return null
  if (!(await mayCompare(consents, training))) return null
  return engines.list().find((engine) => engine.tool?.findFaces)?.tool ?? null
}

/** Looks at the photos while an attempt has them, so that {@link measureLikeness} need not read them again. */
export async function identifyPhotos(
  deps: StudiosDeps,
  training: TrainingRow,
  photos: readonly CutPhoto[],
): Promise<Identities> {
  const found = new Map<string, Identity | null>()
  try {
    const tool = await findComparer(deps, training)
    if (tool)
      for (const { photo, image } of photos) found.set(photo.id, await identityOf(tool, image))
  } catch (error) {
    // The likeness is tried again at the end, and a training does without.
    deps.log.warn({ err: error, training: training.id }, 'the photos could not be looked at')
  }
  return found
}

/**
 * How alike the people of the last samples and of the photos are: 1 is as alike as the photos are to each other, 0 not at all.
 * Null where it says nothing: of what is no person, where the photo itself is in the images, and where no faces can or may be
 * compared.
 * @param known what was found in the photos already; those that are not among it are read
 */
export async function measureLikeness(
  deps: StudiosDeps,
  training: TrainingRow,
  known: Identities,
): Promise<number | null> {
  const { db, media, storage, log } = deps
  const last = training.samples.filter(({ step }) => step === training.checkpoint_step)
  if (last.length === 0) return null
  const tool = await findComparer(deps, training)
  if (!tool) return null
  try {
    const photos: Identity[] = []
    for (const photo of await photosOf(db.kysely, [training.id])) {
      const identity = known.has(photo.id)
        ? known.get(photo.id)
        : await identityOf(tool, (await cutPhoto(media, photo)).image)
      if (identity) photos.push(identity)
    }
    const usual = mean(photos.flatMap((a, at) => photos.slice(at + 1).map((b) => alike(a, b))))
    if (usual === null || usual <= 0) return null
    const samples: number[] = []
    for (const { key } of last) {
      const file = await storage.read(key)
      const identity = file && (await identityOf(tool, file))
      // One that shows nobody is like nobody.
      samples.push(identity ? mean(photos.map((photo) => alike(photo, identity)))! : 0)
    }
    return Math.round(100 * Math.min(1, Math.max(0, mean(samples)! / usual))) / 100
  } catch (error) {
    log.warn({ err: error, training: training.id }, 'the likeness could not be measured')
    return null
  }
}

async function identityOf(tool: ToolEngine, file: Uint8Array): Promise<Identity | null> {
  const faces = (await tool.findFaces?.(file, true)) ?? []
  return faces[0]?.identity ?? null
}

/** Of two unit vectors, 1 for the same. */
const alike = (a: Identity, b: Identity): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
