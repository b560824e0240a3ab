import sharp from 'sharp'
import type { ToolEngine } from '#server/engines/spec/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { judge } from '../present-training.ts'
import { studioFolder } from '../studio-files.ts'
import { type PhotoRow, photosOf, type TrainingRow } from '../store.ts'
import { cutPhoto } from './training-order.ts'

/** A few show the subject; more are only more of its photos that are kept. */
const MOST = 3
const EDGE = 512
/** Shares of a square that a subject covers; less or more is not one that was found. */
const COVERED = { least: 0.04, most: 0.97 }

type CutOut = TrainingRow['cut_outs'][number]

/**
 * Cuts the subject out of its best photos, for a model whose drawings are led by images: there a LoRA alone changes little. None
 * for other models, for a style, and where nothing can be cut out.
 */
export async function cutOutSubject(deps: StudiosDeps, training: TrainingRow): Promise<CutOut[]> {
  const { db, media, storage, log } = deps
  if (training.object_type === 'style' || !(await isLedByImages(deps, training))) return []
  const tool = await findTool(deps)
  if (!tool) return []
  const photos = await photosOf(db.kysely, [training.id])
  const cutOuts: CutOut[] = []
  for (const photo of bestFirst(training, photos)) {
    if (cutOuts.length === MOST) break
    try {
      const { image } = await cutPhoto(media, photo)
      const file = await prepare(await removeBackground(tool, image))
      if (!file) continue
      const key = `${studioFolder(training)}cut-${training.starts}-${photo.id}.webp`
      await storage.put(key, file)
      cutOuts.push({ photo: photo.id, key })
    } catch (error) {
      log.warn({ err: error, training: training.id }, 'a photo could not be cut out')
    }
  }
  return cutOuts
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
function bestFirst(training: TrainingRow, photos: readonly PhotoRow[]): PhotoRow[] {
  const { photos: findings } = judge(training, photos)
  const countOf = ({ id }: PhotoRow) =>
    (findings.get(id) ?? []).filter(({ level }) => level !== 'green').length
  return photos.toSorted((a, b) => countOf(a) - countOf(b) || b.look.detail - a.look.detail)
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

/** Small, and null if it shows nothing or all of the photo. */
async function prepare(cut: Uint8Array): Promise<Buffer | null> {
  const picture = sharp(cut).ensureAlpha().resize(EDGE, EDGE, { fit: 'inside' })
  const { channels } = await picture.clone().stats()
  const covered = (channels[3]?.mean ?? 255) / 255
  if (covered < COVERED.least || covered > COVERED.most) return null
  return picture.webp({ quality: 86, alphaQuality: 90 }).toBuffer()
}
