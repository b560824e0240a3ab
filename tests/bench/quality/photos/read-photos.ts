import { readdir, readFile } from 'node:fs/promises'
import { extname, join, parse } from 'node:path'
import sharp from 'sharp'
import type { Face } from '#engine/vision/faces/face.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'
import { runTool } from '#engine/vision/run-tool.ts'
import { EngineError, type EngineImage, type ToolRequest } from '#server/engines/spec/index.ts'

const KINDS = new Set(['.jpg', '.jpeg', '.png', '.webp'])
/** A file of this ending beside a photograph is its exact mask. */
const MASK = '.mask.png'

/** A photograph of a folder. */
export interface Photo {
  name: string
  file: Buffer
  picture: RgbPicture
  /** The largest first. */
  faces: Face[]
  /** White is foreground; null where the folder has none for it. */
  mask: Uint8Array | null
}

/** The photographs of a folder in the order of their names. */
export async function readPhotos(folder: string, networks: ToolNetworks): Promise<Photo[]> {
  const names = (await readdir(folder)).toSorted()
  const photos: Photo[] = []
  for (const name of names) {
    if (!KINDS.has(extname(name).toLowerCase()) || name.endsWith(MASK)) continue
    const file = await sharp(await readFile(join(folder, name)))
      .autoOrient()
      .toColourspace('srgb')
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer()
    const picture = await decode(file)
    const mask = `${parse(name).name}${MASK}`
    photos.push({
      name: parse(name).name,
      file,
      picture,
      faces: await findFaces(await networks.faces(), picture),
      mask: names.includes(mask) ? await readMask(join(folder, mask), picture) : null,
    })
  }
  if (photos.length === 0) throw new Error(`There are no photographs in ${folder}.`)
  return photos
}

/** Pixels of an encoded picture. */
export async function decode(file: Uint8Array): Promise<RgbPicture> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A picture as a file. */
export const encode = ({ data, width, height }: RgbPicture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** What a tool delivers, file to file, as customers get it. */
export async function deliver(
  networks: ToolNetworks,
  request: ToolRequest,
): Promise<EngineImage[]> {
  const images: EngineImage[] = []
  await runTool(networks, request, {
    signal: new AbortController().signal,
    onProgress() {},
    onImage: (image) => images.push(image),
  })
  return images
}

/** As {@link deliver}; null where the tool ends unpaid by its own judgement. */
export async function deliverOrEnd(
  networks: ToolNetworks,
  request: ToolRequest,
): Promise<EngineImage[] | null> {
  try {
    return await deliver(networks, request)
  } catch (error) {
    const isOwn =
      error instanceof EngineError &&
      (error.code === 'quality_check' || error.code === 'no_improvement')
    if (!isOwn) throw error
    return null
  }
}

/** The mean; NaN of nothing. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length

async function readMask(file: string, { width, height }: RgbPicture): Promise<Uint8Array> {
  return sharp(file)
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .removeAlpha()
    .raw()
    .toBuffer()
}
