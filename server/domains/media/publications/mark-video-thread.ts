/** The program of a thread that draws the mark into all frames of one video. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSegmentEncoder, SEGMENT_FRAMES } from '#lib/encode-segment.ts'
import { type H264Film, openH264Film, type Yuv } from '#server/platform/h264-frames.ts'
import { joinSegments } from '#lib/join-segments.ts'
import type { MarkPixels, MarkVideoAnswer, MarkVideoTask } from './mark-video.ts'

/** How one plane of a frame is reached, and its value of a colour (BT.601, as the encoder has it). */
interface Plane {
  offset: number
  width: number
  scale: number
  valueOf(red: number, green: number, blue: number): number
}

const planesOf = ({ width, height }: H264Film): Plane[] => {
  const half = { width: width / 2, scale: 2 }
  return [
    { offset: 0, width, scale: 1, valueOf: (r, g, b) => 16 + 0.257 * r + 0.504 * g + 0.098 * b },
    {
      ...half,
      offset: width * height,
      valueOf: (r, g, b) => 128 - 0.148 * r - 0.291 * g + 0.439 * b,
    },
    {
      ...half,
      offset: (width * height * 5) / 4,
      valueOf: (r, g, b) => 128 + 0.439 * r - 0.368 * g - 0.071 * b,
    },
  ]
}

function drawMark(frame: Yuv, planes: readonly Plane[], mark: MarkPixels): void {
  for (const { offset, width, scale, valueOf } of planes) {
    for (let y = 0; y < mark.height; y += scale) {
      for (let x = 0; x < mark.width; x += scale) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = mark.pixels.subarray(
          4 * (y * mark.width + x),
        )
        const at = offset + ((mark.top + y) / scale) * width + (mark.left + x) / scale
        const opacity = alpha / 255
        frame[at] = Math.round(
          valueOf(red, green, blue) * opacity + (frame[at] ?? 0) * (1 - opacity),
        )
      }
    }
  }
}

async function markAll(film: H264Film, mark: MarkPixels): Promise<Buffer> {
  const { width, height, fps } = film
  const planes = planesOf(film)
  const segments: Uint8Array[] = []
  let encoder = await createSegmentEncoder(width, height, fps)
  let held = 0
  for (const frame of film.frames()) {
    if (held === SEGMENT_FRAMES) {
      segments.push(encoder.finish())
      encoder = await createSegmentEncoder(width, height, fps)
      held = 0
    }
    drawMark(frame, planes, mark)
    encoder.addYuv(frame)
    held += 1
  }
  segments.push(encoder.finish())
  return joinSegments(segments, { width, height, fps })
}

const { video, mark } = workerData as MarkVideoTask
const film = openH264Film(Buffer.from(video))
const answer: MarkVideoAnswer = { file: film && (await markAll(film, mark)) }
parentPort?.postMessage(answer)
