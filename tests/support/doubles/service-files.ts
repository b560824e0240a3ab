import sharp from 'sharp'
import { createSegmentEncoder } from '#lib/encode-segment.ts'

/** What a file is like that a service hands out. */
export type FileFault = 'half an image' | 'wrong size' | 'black'

/** A PNG whose colour follows the seed; or one that is not as it should be. */
export async function drawFile(
  seed: number,
  size: { width: number; height: number },
  fault: FileFault | null,
): Promise<Buffer> {
  const { width, height } = fault === 'wrong size' ? { width: 48, height: 16 } : size
  const background =
    fault === 'black'
      ? { r: 3, g: 3, b: 3 }
      : { r: 40 + (seed % 200), g: 120, b: 200 - (seed % 100) }
  const whole = sharp({ create: { width, height, channels: 3, background } }).png()
  if (fault !== 'half an image') return whole.toBuffer()
  // Noise, so that half of the file is far less than half of what it shows.
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251))
  const file = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer()
  return file.subarray(0, file.length / 2)
}

let film: Promise<Uint8Array> | undefined

/** An MP4 of a second, brighter from frame to frame. */
export function drawFilm(): Promise<Uint8Array> {
  film ??= (async () => {
    const encoder = await createSegmentEncoder(64, 64)
    for (let frame = 0; frame < 24; frame++)
      encoder.add(new Uint8Array(4 * 64 * 64).fill(40 + 8 * frame))
    return encoder.finish()
  })()
  return film
}

/** How a request to a service goes wrong. */
export type ServiceFault =
  | FileFault
  | 'refused'
  | 'server error'
  | 'throttled'
  /** Throttled once, with a time to wait. */
  | 'throttled once'
  | 'garbage'
  | 'connection lost'
  /** It arrives and is begun, but nobody hears of it. */
  | 'answer lost'
  | 'no credit'
  | 'wrong key'
  | 'fails'
  | 'content refused at once'
  | 'content refused'
  /** It is accepted, and never heard of again. */
  | 'gone for ever'
  | 'away for a while'
  | 'result gone'
  /** A page of HTML in place of the file. */
  | 'garbage result'
  /** Its result is said to lie on a private address. */
  | 'result elsewhere'

export const isFileFault = (fault: ServiceFault | null): fault is FileFault =>
  fault === 'half an image' || fault === 'wrong size' || fault === 'black'

/** What tests ask of the double of every service. */
export interface ServiceDouble {
  url: string
  /** Requests that were begun, in order. */
  begun: { id: string; endpoint: string; input: Record<string, unknown> }[]
  /** Ids of requests that were cancelled. */
  cancelled: string[]
  /** Calls that were answered, by method and path. */
  calls: string[]
  uploads: Buffer[]
  /** What the next requests do, one each; `null` draws. */
  faults: (ServiceFault | null)[]
  /** Requests that it does first, where it tells; null: it begins at once. */
  ahead: number | null
  /** What models that write answer. */
  says: string
  /** Milliseconds that a picture takes. */
  drawMs: number
  /** Calls the webhook of a request; resolves with the status that it was answered with. */
  callWebhook(id: string, how?: 'forged' | 'old'): Promise<number>
  close(): Promise<void>
}
