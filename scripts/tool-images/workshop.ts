import { readFile } from 'node:fs/promises'
import sharp, { type Region } from 'sharp'
import { createToolEngine } from '#engine/vision/tool-engine.ts'
import type { ToolRequest } from '#server/engines/spec/index.ts'
import { type Photograph, photographFile } from '#scripts/support/photographs.ts'

/** Of everything that is drawn by chance. */
export const SEED = 7
/** The face of the cat in its photograph, pixels. */
const CAT: Region = { left: 60, top: 0, width: 380, height: 285 }
/** Where the sky is in the photograph of the rocket. */
const SKY: Region = { left: 0, top: 0, width: 427, height: 427 }
/** The two masts on the right of the rocket, in pixels of its photograph. */
const MASTS = 'M548 0H640V414H545ZM432 111h28l30 289h-58z'

export const engine = createToolEngine({
  name: 'builtin',
  threads: 2,
  processes: 1,
  log: undefined,
})

export const photograph = (name: Photograph): Promise<Buffer> => readFile(photographFile(name))

/** The image that a tool makes. @throws where it makes none */
export async function run(request: ToolRequest): Promise<Buffer> {
  const images: Uint8Array[] = []
  const { outcome } = await engine.follow(await engine.start(request), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      images.push(data)
    },
  })
  const [image] = images
  if (outcome !== 'succeeded' || !image) throw new Error(`${request.tool} ended as ${outcome}`)
  return Buffer.from(image)
}

/** A portrait as an avatar of one look. */
export const drawAvatar = (image: Buffer, look: string): Promise<Buffer> =>
  run({ tool: 'draw_avatars', image, looks: [look], count: 1, seed: SEED, indexes: [0] })

/** The rocket without the masts beside it. */
export async function removeMasts(rocket: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(rocket).metadata()
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%"/><path d="${MASTS}" fill="#fff"/></svg>`
  const png = await sharp(Buffer.from(mask)).png().toBuffer()
  return run({ tool: 'remove_object', image: rocket, mask: png })
}

/** A part of a photograph, as PNG. */
export const cut = (file: Buffer, region: Region): Promise<Buffer> =>
  sharp(file).extract(region).png().toBuffer()

export const skyOf = (rocket: Buffer): Promise<Buffer> => cut(rocket, SKY)
export const catOf = (cat: Buffer): Promise<Buffer> => cut(cat, CAT)

/** A photograph made small, and enlarged again by the tool. */
export async function enlarge(
  file: Buffer,
  width: number,
): Promise<{ small: Buffer; large: Buffer }> {
  const small = await sharp(file).resize(width).png().toBuffer()
  return { small, large: await run({ tool: 'upscale', image: small, scale: 4, pro: false }) }
}
