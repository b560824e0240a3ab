import sharp, { type Sharp } from 'sharp'
import type { ToolEngine } from '#server/engines/spec/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { judge } from '../present-training.ts'
import { studioFolder } from '../studio-files.ts'
import type { TrainingRow } from '../store.ts'
import type { CutPhoto } from './training-order.ts'

/** A few show the subject; more are only more of its photos that are kept. */
const MOST = 3
const EDGE = 512
/** Shares of a square that a subject covers; less is a part of it, as an eye, and more is all there is. */
const COVERED = { least: 0.15, most: 0.97 }

type CutOut = TrainingRow['cut_outs'][number]

/**
 * Cuts the subject out of its best photos, for a model whose drawings are led by images: there a LoRA alone changes little. Of photos in
 * which no subject stands out, as close-ups, a round piece is taken. None for other models and for a style.
 */
export async function cutOutSubject(
  deps: StudiosDeps,
  training: TrainingRow,
  cut: readonly CutPhoto[],
): Promise<CutOut[]> {
  if (training.object_type === 'style' || !(await isLedByImages(deps, training))) return []
  const photos = bestFirst(training, cut)
  const tool = await findTool(deps)
  const cutOuts = tool
    ? await keepEach(deps, training, photos, async (image) =>
        onlyIfFound(await removeBackground(tool, image)),
      )
    : []
  return cutOuts.length > 0 ? cutOuts : keepEach(deps, training, photos, inRound)
}

/** Keeps what is made of the first photos of which something can be made. */
async function keepEach(
  { storage, log }: StudiosDeps,
  training: TrainingRow,
  photos: readonly CutPhoto[],
  make: (square: Uint8Array) => Promise<Sharp | null>,
): Promise<CutOut[]> {
  const kept: CutOut[] = []
  for (const { photo, image } of photos) {
    if (kept.length === MOST) break
    try {
      const made = await make(image)
      if (!made) continue
      const file = await made.webp({ quality: 86, alphaQuality: 90 }).toBuffer()
      const key = `${studioFolder(training)}cut-${training.starts}-${photo.id}.webp`
      await storage.put(key, file)
      kept.push({ photo: photo.id, key })
    } catch (error) {
      log.warn({ err: error, training: training.id }, 'a photo could not be cut out')
    }
  }
  return kept
}

async function isLedByImages(
  { engines }: StudiosDeps,
  { engine, original_model_version: id }: TrainingRow,
): Promise<boolean> {
  const models =
    (await engines
      .get(engine)
      ?.image?.models()
      .catch(() => [])) ?? []
  return models.some((model) => model.id === id && model.draws === 'known_things')
}

async function findTool({ engines }: StudiosDeps): Promise<ToolEngine | null> {
  for (const { tool } of engines.list()) {
    const models = (await tool?.models().catch(() => [])) ?? []
    if (tool && models.some((model) => model.tool === 'remove_background')) return tool
  }
  return null
}

/** Those with the fewest findings, and of them those with the most detail. */
function bestFirst(training: TrainingRow, photos: readonly CutPhoto[]): CutPhoto[] {
  const { photos: findings } = judge(
    training,
    photos.map(({ photo }) => photo),
  )
  const countOf = ({ photo: { id } }: CutPhoto) =>
    (findings.get(id) ?? []).filter(({ level }) => level !== 'green').length
  return photos.toSorted(
    (a, b) => countOf(a) - countOf(b) || b.photo.look.detail - a.photo.look.detail,
  )
}

async function removeBackground(tool: ToolEngine, image: Uint8Array): Promise<Uint8Array> {
  const operation = await tool.start({ tool: 'remove_background', image })
  let cut: Uint8Array | null = null
  await tool.follow(operation, {
    onProgress: () => undefined,
    onOutput: async ({ data }) => {
      cut = data
    },
  })
  if (!cut) throw new Error('Nothing came of it')
  return cut
}

/** Small, and null if it shows a bit of the photo or all of it. */
async function onlyIfFound(cut: Uint8Array): Promise<Sharp | null> {
  const picture = sharp(cut).ensureAlpha()
  const { channels } = await picture.clone().stats()
  const covered = (channels[3]?.mean ?? 255) / 255
  if (covered < COVERED.least || covered > COVERED.most) return null
  return picture.resize(EDGE, EDGE, { fit: 'inside' })
}

/** What the circle within a square shows. */
async function inRound(square: Uint8Array): Promise<Sharp> {
  const circle = `<svg width="${EDGE}" height="${EDGE}"><circle cx="50%" cy="50%" r="49%"/></svg>`
  const whole = await sharp(square).resize(EDGE, EDGE).removeAlpha().png().toBuffer()
  return sharp(whole)
    .ensureAlpha()
    .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
}
