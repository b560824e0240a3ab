import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import type { VideoMotion } from '#contract/jobs/video.ts'
import type { EngineVideo, ExtendedVideo } from '#lib/engine-spec/index.ts'
import type { ToolNetworks } from '../vision/networks.ts'
import { FPS, SEGMENT_FRAMES } from '#lib/encode-segment.ts'
import { createFrameEncoder } from './frame-encoder.ts'
import type { KeptSegments } from './kept-segments.ts'
import { joinSegments } from '#lib/join-segments.ts'
import { createStoryboard, type Storyboard } from '../vision/scene/storyboard.ts'

/** A video of key pictures that are there. */
export interface RenderOrder {
  /** Encoded files, 1 to 4. */
  keys: Uint8Array[]
  motion: VideoMotion
  /** Whole seconds. */
  duration: number
  width: number
  height: number
  /** What the video goes on from, whose last frame is the first key; left out: it begins. */
  before?: Pick<ExtendedVideo, 'file' | 'firstFrame' | 'duration'>
}

export interface RenderHandlers {
  signal: AbortSignal
  /** @param preview small, as a `data:` URL, of some frames */
  onFrame(done: number, preview: string | null): void
}

type RenderedVideo = Pick<
  EngineVideo,
  | 'data'
  | 'stills'
  | 'width'
  | 'height'
  | 'duration'
  | 'added'
  | 'fps'
  | 'contentType'
  | 'continuation'
>

/** Frames from one preview to the next. */
const PREVIEW_EVERY = 6
const PREVIEW_EDGE = 240

export const frameCount = ({ duration }: Pick<RenderOrder, 'duration'>): number => duration * FPS

/** Draws and encodes a video, segment by segment; what is kept already is not made again. Throws the signal's reason. */
export async function renderVideo(
  networks: ToolNetworks,
  order: RenderOrder,
  kept: KeptSegments,
  { signal, onFrame }: RenderHandlers,
): Promise<RenderedVideo> {
  const { width, height, duration, before } = order
  const frames = frameCount(order)
  const segments = await kept.list()
  const board = await createStoryboard(networks, { ...order, goesOn: before !== undefined, signal })
  // The first key of what goes on is shown already.
  const timeOf = (frame: number) => (before ? (frame + 1) / frames : frame / (frames - 1))

  let encoded = segments.length * SEGMENT_FRAMES
  /** Not told yet. */
  let preview: string | null = null
  /** Encoded and written while the next segment is drawn. */
  let keeping: Promise<void> = Promise.resolve()
  let stills: Uint8Array[]

  async function keepAfter(earlier: Promise<void>, finished: Promise<Uint8Array>): Promise<void> {
    const segment = await finished
    await earlier
    await kept.add(segments.length, segment)
    segments.push(segment)
  }

  onFrame(encoded, null)
  const encoder = createFrameEncoder(order, () => {
    onFrame(++encoded, preview)
    preview = null
  })
  try {
    for (let first = segments.length * SEGMENT_FRAMES; first < frames; first += SEGMENT_FRAMES) {
      for (let frame = first; frame < Math.min(frames, first + SEGMENT_FRAMES); frame++) {
        // A word to stop is heard between two frames.
        await setImmediate()
        signal.throwIfAborted()
        const pixels = await encoder.blank()
        await board.draw(timeOf(frame), pixels)
        if (frame % PREVIEW_EVERY === 0) {
          // Made by the image library's own threads while the next frames are drawn.
          smallPicture(pixels.slice(), order).then(
            (url) => (preview = url),
            () => undefined,
          )
        }
        encoder.add(pixels)
      }
      keeping = keepAfter(keeping, encoder.finish())
      keeping.catch(() => undefined)
    }
    const [drawn] = await Promise.all([drawStills(board, order), keeping])
    stills = drawn
  } finally {
    await encoder.dispose()
  }
  const parts = before ? [before.file, ...segments] : segments
  const data = joinSegments(parts, { width, height, fps: FPS })
  signal.throwIfAborted()
  return {
    data,
    stills: before ? [before.firstFrame, ...stills.slice(1)] : stills,
    width,
    height,
    duration: duration + (before?.duration ?? 0),
    ...(before && { added: duration }),
    fps: FPS,
    contentType: 'video/mp4',
    continuation: { by: 'frame' },
  }
}

/** The first frame, one of the middle and the last. */
async function drawStills(
  board: Storyboard,
  { width, height }: RenderOrder,
): Promise<Uint8Array[]> {
  const stills: Promise<Uint8Array>[] = []
  for (const time of [0, 0.5, 1]) {
    const pixels = new Uint8Array(4 * width * height)
    await board.draw(time, pixels)
    const raw = { width, height, channels: 4 as const }
    stills.push(sharp(pixels, { raw }).removeAlpha().png({ compressionLevel: 3 }).toBuffer())
  }
  return Promise.all(stills)
}

async function smallPicture(
  pixels: Uint8Array,
  { width, height }: Pick<RenderOrder, 'width' | 'height'>,
): Promise<string> {
  const small = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(PREVIEW_EDGE, PREVIEW_EDGE, { fit: 'inside' })
    .jpeg({ quality: 70 })
    .toBuffer()
  return `data:image/jpeg;base64,${small.toString('base64')}`
}
