import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { filmSize } from '#server/platform/h264-frames.ts'
import { runFfmpeg } from '#server/platform/run-ffmpeg.ts'
import { placeAiMark } from './ai-mark.ts'

const THREAD = new URL('mark-video-thread.ts', import.meta.url)
const HEAP_MB = 512
/** A minute of video in large frames takes about half of it on one core. */
const TIMEOUT_MS = 20 * 60_000

/** The pixels of the mark and their place, red, green, blue and opacity. */
export interface MarkPixels {
  left: number
  top: number
  width: number
  height: number
  pixels: Uint8Array
}

export interface MarkVideoTask {
  video: Uint8Array
  mark: MarkPixels
}

/** `file` is null where this kind of MP4 is not read here. */
export type MarkVideoAnswer = { file: Uint8Array | null }

/**
 * The video with a visible "AI" in each of its frames, encoded again in a thread of its own. MP4s of other encoders are left to
 * ffmpeg, where the machine has it.
 * @throws Error where neither can read it, and the reason of the signal
 */
export async function markVideo(video: Buffer, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  const { svg, ...place } = placeAiMark(filmSize(video))
  // Both chroma planes have half as many pixels: the mark begins at one of theirs.
  const mark = { ...place, left: place.left & ~1, top: place.top & ~1 }
  const pixels = await sharp(svg).ensureAlpha().raw().toBuffer()
  const { file } = await inThread({ video, mark: { ...mark, pixels } }, signal)
  return file === null ? withFfmpeg(video, { ...mark, svg }) : Buffer.from(file)
}

async function inThread(task: MarkVideoTask, signal: AbortSignal): Promise<MarkVideoAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<MarkVideoAnswer>()
  const thread = new Worker(THREAD, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const onEnd = () => reject(ends.reason as Error)
  ends.addEventListener('abort', onEnd)
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('A thread that marks videos ended')))
  try {
    return await promise
  } finally {
    ends.removeEventListener('abort', onEnd)
    await thread.terminate()
  }
}

async function withFfmpeg(
  video: Buffer,
  { left, top, svg }: { left: number; top: number; svg: Buffer },
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mark-video-'))
  try {
    const [from, mark, to] = ['from.mp4', 'mark.png', 'to.mp4'].map((name) => join(folder, name))
    await Promise.all([writeFile(from!, video), sharp(svg).png().toFile(mark!)])
    const drawn = ['-filter_complex', `overlay=${left}:${top}`, '-pix_fmt', 'yuv420p']
    const silent = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart']
    const coded = ['-c:v', 'libx264', '-c:a', 'copy']
    await runFfmpeg(['-i', from!, '-i', mark!, ...drawn, ...silent, ...coded, to!], TIMEOUT_MS)
    return await readFile(to!)
  } catch (error) {
    throw new Error('it was encoded elsewhere, and ffmpeg did not read it', { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
