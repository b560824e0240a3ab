import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { EngineError } from '../../spec/index.ts'
import { isBlackImage } from '../check-image.ts'
import type { Mp4Facts } from './read-mp4.ts'
import { runFfmpeg } from '#server/platform/run-ffmpeg.ts'
import { t } from '#server/texts/index.ts'

const TIMEOUT_MS = 30_000

/**
 * Frames of a video that came from elsewhere: its first, one of the middle and its last, where the machine has ffmpeg. Where
 * it has not, nobody here can look inside: then what it began from, or a plain card in its size.
 * @throws EngineError `picture_failed` for a video that is black throughout, as a network gives that overflowed
 */
export async function findStills(
  file: Uint8Array,
  facts: Mp4Facts,
  image: Uint8Array | null,
): Promise<Uint8Array[]> {
  const stills = await readStills(file, facts)
  if (stills === null) return [await substituteFor(facts, image)]
  if (await areBlack(stills)) {
    throw new EngineError('picture_failed', 'The video that came is black', {
      retryable: true,
      userMessage: t('engines.videoDamaged'),
    })
  }
  return stills
}

/** Films may begin and end in the dark: only where the middle is dark too, nothing is to be seen. */
export async function areBlack(stills: readonly Uint8Array[]): Promise<boolean> {
  return (await Promise.all(stills.map(isBlackImage))).every(Boolean)
}

async function substituteFor(
  { width, height }: Mp4Facts,
  image: Uint8Array | null,
): Promise<Uint8Array> {
  const given = image && sharp(image).resize(width, height, { fit: 'cover' })
  const card = sharp({ create: { width, height, channels: 3, background: '#1f1d29' } })
  return (given ?? card).png().toBuffer()
}

/** Null: this machine cannot look inside. */
async function readStills(
  file: Uint8Array,
  { duration, fps }: Mp4Facts,
): Promise<Uint8Array[] | null> {
  const folder = await mkdtemp(join(tmpdir(), 'stills-'))
  try {
    const video = join(folder, 'video.mp4')
    await writeFile(video, file)
    const stills: Uint8Array[] = []
    for (const [place, at] of [0, duration / 2, Math.max(0, duration - 1 / fps)].entries()) {
      const still = join(folder, `${place}.png`)
      await runFfmpeg(['-ss', at.toFixed(3), '-i', video, '-frames:v', '1', still], TIMEOUT_MS)
      stills.push(await readFile(still))
    }
    return stills
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
