import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { createSegmentEncoder } from '#lib/encode-segment.ts'
import { findBox, readBoxes } from '#lib/mp4-boxes.ts'
import { isPlayable } from './read-mp4.ts'
import { runFfmpeg } from '#server/platform/run-ffmpeg.ts'

const TIMEOUT_MS = 300_000
/** Most pixels of all frames together: a gigabyte in memory. */
const MOST_PIXELS = 2 ** 28
/** Delay of a frame that says none. */
const USUAL_DELAY_MS = 100

/**
 * A video as an MP4 that every browser plays, without words that its maker put in: workflows and prompts stand there.
 * Animated WebP and GIF are encoded here, other kinds by ffmpeg where the machine has it.
 * @throws Error that says in one line why it cannot be done
 */
export async function toMp4(file: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(file)
  if (isPlayable(bytes)) return dropWords(bytes)
  return (await encodeFrames(bytes)) ?? dropWords(await convert(bytes))
}

/** Null for what is no animated image. */
async function encodeFrames(file: Buffer): Promise<Buffer | null> {
  const image = sharp(file, { pages: -1, limitInputPixels: MOST_PIXELS })
  const facts: Partial<Metadata> = await image.metadata().catch(() => ({}))
  const { pages = 1, pageHeight, delay } = facts
  if (pages < 2 || pageHeight === undefined) return null
  const delays = Array.from({ length: pages }, (_, page) => delay?.[page] || USUAL_DELAY_MS)
  const shortest = Math.min(...delays)
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // Encoders take even sides only.
  const [width, height] = [info.width & ~1, pageHeight & ~1]
  const encoder = await createSegmentEncoder(width, height, Math.round(1000 / shortest))
  try {
    for (const [page, shown] of delays.entries()) {
      const start = page * pageHeight * info.width * 4
      const raw = data.subarray(start, start + pageHeight * info.width * 4)
      const whole = { raw: { width: info.width, height: pageHeight, channels: 4 } } as const
      const frame = sharp(raw, whole).extract({ left: 0, top: 0, width, height })
      const pixels = await frame.raw().toBuffer()
      // Frames that are equal are one that is shown for longer.
      for (let times = Math.round(shown / shortest); times > 0; times--) encoder.add(pixels)
    }
    return Buffer.from(encoder.finish())
  } finally {
    encoder.dispose()
  }
}

async function convert(file: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'to-mp4-'))
  try {
    const [from, to] = [join(folder, 'from'), join(folder, 'to.mp4')]
    await writeFile(from, file)
    // H.264 takes even sides only.
    const even = ['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p']
    await runFfmpeg(['-i', from, ...even, '-c:v', 'libx264', to], TIMEOUT_MS)
    return await readFile(to)
  } catch (error) {
    throw new Error('it is no MP4 with H.264, and ffmpeg did not make one of it', { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Boxes of words become free space of the same size, so that no place in the file moves. */
function dropWords(file: Buffer): Buffer {
  const clean = Buffer.from(file)
  const blank = (inside: Buffer) => {
    for (const { type, body } of readBoxes(inside)) {
      if (type === 'trak') blank(body)
      if (type !== 'udta' && type !== 'meta') continue
      body.fill(0)
      // The body is a view into the file, before which its name stands.
      clean.write('free', body.byteOffset - clean.byteOffset - 4, 'latin1')
    }
  }
  blank(findBox(clean, 'moov'))
  return clean
}
