import { chromium } from '@playwright/test'
import * as mp4 from 'mp4-muxer'
import { chromiumLaunch } from '#scripts/support/chromium.ts'

/** One picture of a clip and for how many frames it stands. */
export interface ClipFrame {
  png: Uint8Array
  frames: number
}

interface EncodedChunk {
  data: string
  type: 'key' | 'delta'
  timestamp: number
  duration: number
  /** Of the first chunk: what the container tells decoders. */
  description: string | null
}

/** Encodes clips with the codecs of the browser that the tests run in. */
export interface ClipEncoder {
  /** @returns an MP4 file */
  encode(frames: readonly ClipFrame[]): Promise<Uint8Array>
  /** Plays a clip to its end. @returns its length in seconds; throws if it does not play */
  play(file: Uint8Array): Promise<number>
  close(): Promise<void>
}

export const FRAMES_PER_SECOND = 10
/** H.264 in the profile that every browser plays, as WebCodecs names it. */
const CODEC = 'avc1.42001f'
const BITS_PER_SECOND = 220_000
/** WebCodecs exist for pages of a host that counts as safe; nothing is asked of this one. */
const PAGE = 'http://localhost:9/'

export async function createClipEncoder(edge: number): Promise<ClipEncoder> {
  const browser = await chromium.launch(await chromiumLaunch())
  const page = await browser.newPage()
  await page.route(PAGE, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Clips</title>' }),
  )
  await page.goto(PAGE)
  return {
    async encode(frames) {
      const chunks = await page.evaluate(encodeInPage, {
        frames: frames.map(({ png, frames: count }) => ({
          png: Buffer.from(png).toString('base64'),
          count,
        })),
        config: {
          codec: CODEC,
          width: edge,
          height: edge,
          bitrate: BITS_PER_SECOND,
          framerate: FRAMES_PER_SECOND,
          latencyMode: 'quality' as const,
          avc: { format: 'avc' as const },
        },
      })
      return muxMp4(chunks, edge)
    },
    play: (file) =>
      page.evaluate(playInPage, `data:video/mp4;base64,${Buffer.from(file).toString('base64')}`),
    close: () => browser.close(),
  }
}

/** Runs in the page, so it uses nothing from outside. */
async function encodeInPage({
  frames,
  config,
}: {
  frames: { png: string; count: number }[]
  config: VideoEncoderConfig
}): Promise<EncodedChunk[]> {
  const base64 = (bytes: Uint8Array) =>
    btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
  const chunks: EncodedChunk[] = []
  let failure: unknown = null
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength)
      chunk.copyTo(data)
      const told = metadata?.decoderConfig?.description
      chunks.push({
        data: base64(data),
        type: chunk.type,
        timestamp: chunk.timestamp,
        duration: chunk.duration ?? 0,
        description: told ? base64(new Uint8Array(told as ArrayBuffer)) : null,
      })
    },
    error: (error) => (failure = error),
  })
  encoder.configure(config)
  const duration = 1_000_000 / config.framerate!
  let at = 0
  for (const { png, count } of frames) {
    const file = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0)!)
    const bitmap = await createImageBitmap(new Blob([file], { type: 'image/png' }))
    for (let i = 0; i < count; i++, at++) {
      const frame = new VideoFrame(bitmap, { timestamp: at * duration, duration })
      encoder.encode(frame, { keyFrame: at === 0 })
      frame.close()
    }
  }
  await encoder.flush()
  if (failure !== null) throw failure
  return chunks
}

/** Runs in the page, so it uses nothing from outside. */
async function playInPage(url: string): Promise<number> {
  const video = document.createElement('video')
  video.muted = true
  video.src = url
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('ended', () => resolve())
    video.addEventListener('error', () => reject(new Error(video.error?.message)))
    video.play().catch(reject)
  })
  return video.duration
}

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))

function muxMp4(chunks: readonly EncodedChunk[], edge: number): Uint8Array {
  const target = new mp4.ArrayBufferTarget()
  const muxer = new mp4.Muxer({
    target,
    fastStart: 'in-memory',
    video: { codec: 'avc', width: edge, height: edge, frameRate: FRAMES_PER_SECOND },
  })
  const description = chunks[0]!.description
  for (const { data, type, timestamp, duration } of chunks)
    muxer.addVideoChunkRaw(bytesOf(data), type, timestamp, duration, {
      decoderConfig: { codec: 'avc', ...(description && { description: bytesOf(description) }) },
    })
  muxer.finalize()
  return new Uint8Array(target.buffer)
}
