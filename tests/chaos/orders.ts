import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { GridRequestInput } from '#contract/jobs/grid.ts'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
import { photographFile } from '#scripts/support/photographs.ts'

/** What somebody's orders start from, by upload id. */
export interface OwnImages {
  /** A small photograph with a face that is too small for what needs one. */
  face: string
  /** A photograph that every tool takes: its face is large enough to be swapped. */
  portrait: string
  /** That portrait as if enlarged from a third of its size, so that its face can be fixed. */
  enlarged: string
  /** The small photograph, blurred. */
  soft: string
  /** Very small, for what takes long. */
  tiny: string
}

/** The files of {@link OwnImages}. */
export async function ownFiles(): Promise<Record<keyof OwnImages, Buffer>> {
  const photograph = readFileSync(photographFile('astronaut'))
  const of = (edge: number) => sharp(photograph).resize(edge, edge).jpeg().toBuffer()
  const soft = sharp(photograph).resize(256, 256).blur(3).jpeg().toBuffer()
  const portrait = readFileSync(photographFile('portrait-smiling'))
  return {
    face: await of(256),
    portrait,
    enlarged: await enlargedFrom(portrait),
    soft: await soft,
    tiny: await of(64),
  }
}

async function enlargedFrom(portrait: Buffer): Promise<Buffer> {
  const { width } = await sharp(portrait).metadata()
  const small = await sharp(portrait)
    .resize(Math.round(width / 3))
    .toBuffer()
  return sharp(small).resize(width).jpeg().toBuffer()
}

/** Model that draws most orders; a service would be the model of those that name none. */
export const OWN_MODEL = 'atelier-v1'
/** Drawn by the service, whose requests outlive those who made them. */
const MODELS = [OWN_MODEL, OWN_MODEL, OWN_MODEL, 'flux-schnell']

/** The smallest pack there is. */
export const SMALL_PACK = {
  title: 'Foxes in a storm',
  subject: 'none' as const,
  shots: Array.from({ length: PACK_LIMITS.shots.least }, () => ({
    prompt: 'a red fox',
    width: 64,
    height: 64,
  })),
}

/** One job, several as a batch or as a grid, or all shots of {@link SMALL_PACK}. */
export type Order =
  | { body: GenerationRequestInput }
  | { jobs: GenerationRequestInput[] }
  | { grid: GridRequestInput }
  | { pack: typeof SMALL_PACK }

type Making = (images: OwnImages) => GenerationRequestInput

/** Every tool that a batch may be of, as somebody may order it. */
const TOOLS: Making[] = [
  ({ face: image }) => ({ type: 'RB', image }),
  ({ face: image }) => ({ type: 'RB', image, color: '#224466', shadow: true, crop: true }),
  ({ face: image, tiny }) => ({ type: 'RPB', image, background_image: tiny }),
  ({ tiny: image }) => ({ type: 'RPB', image, prompt: 'a castle' }),
  ({ soft }) => ({ type: 'RO', image: soft, mask: soft }),
  ({ tiny: image }) => ({ type: 'UI', image, scale: 3 }),
  ({ tiny: image }) => ({ type: 'UU', image, scale: 2 }),
  ({ enlarged: image }) => ({ type: 'FF', image }),
  ({ portrait: image }) => ({
    type: 'FS',
    source_image: image,
    target_image: image,
    consent: true,
  }),
  ({ portrait: image }) => ({ type: 'ISI', image, styles: ['studio', 'pencil'] }),
  ({ portrait: image }) => ({ type: 'PHS', image, backgrounds: ['light-gray', 'office'] }),
]

/** Tools that draw, for which there are no batches. */
const DRAWING_TOOLS: Making[] = [
  ({ tiny: image }) => ({ type: 'UIT', image, prompt: 'a castle' }),
  ({ face: image }) => ({ type: 'AD', image }),
]

const pick = (makings: readonly Making[]): Making => makings[randomInt(makings.length)]!

const MOST_IN_BATCH = 6

/** The smallest there is: seconds of work, in which it is hit by several kills. */
const video = ({ face: image }: OwnImages): GenerationRequestInput => ({
  type: 'VID',
  image,
  duration: 2,
  width: 512,
  height: 512,
})

/** Four images, of which one is refused now and then. */
const grid = (): GridRequestInput => ({
  request: {
    prompt: 'a red fox',
    model: OWN_MODEL,
    width: 64,
    height: 64,
    seed: randomInt(2 ** 32),
  },
  x: { of: 'prompt', find: 'red', values: ['red', randomInt(4) === 0 ? 'nude child' : 'blue'] },
  y: { of: 'steps', values: [2, 3] },
})

/** One order of every tool and of a video, and a drawing. */
export const oneOfEach = (images: OwnImages): GenerationRequestInput[] => [
  { prompt: 'a red fox', seed: 1, width: 512, height: 512, num_images: 1 },
  ...[...TOOLS, ...DRAWING_TOOLS, video].map((make) => make(images)),
]

/** Nearly half are drawings, a few videos, packs and grids, a third tools, the rest batches of one tool. */
export function pickOrder(images: OwnImages): Order {
  const lot = randomInt(100)
  if (lot < 4) return { body: video(images) }
  if (lot < 10) return { pack: SMALL_PACK }
  if (lot < 15) return { grid: grid() }
  if (lot < 50) {
    const model = MODELS[randomInt(MODELS.length)]!
    const size =
      model === OWN_MODEL ? { width: 64, height: 64, steps: 2 } : { width: 256, height: 256 }
    const many = { num_images: randomInt(1, 5), seed: randomInt(2 ** 32) }
    return { body: { prompt: 'a red fox', model, ...many, ...size } }
  }
  if (lot < 85) return { body: pick([...TOOLS, ...DRAWING_TOOLS])(images) }
  const tool = pick(TOOLS)
  return { jobs: Array.from({ length: randomInt(2, MOST_IN_BATCH + 1) }, () => tool(images)) }
}
