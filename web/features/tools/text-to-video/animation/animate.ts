import { withFrames } from '../frame-of.ts'
import { type Animation, joinWebp } from './animated-webp.ts'
import { createGif } from './gif.ts'
import { choosePalette } from './palette.ts'

export type Format = 'gif' | 'webp'

/** Longer edge: files of moving images grow quickly. */
const EDGE = 480
/** Milliseconds of a frame: what both formats can say. */
const DELAY = 80
const QUALITY = 0.8
/** Frames from which the colours of a GIF are chosen. */
const LOOKED_AT = 6

interface Source {
  url: string
  /** Seconds. */
  duration: number
  width: number
  height: number
}

/** A video as an image that moves, smaller and with half of its frames, labeled as the video is. */
export async function animate(source: Source, format: Format): Promise<Blob> {
  const label = findLabel(new Uint8Array(await (await fetch(source.url)).arrayBuffer()))
  const scale = Math.min(1, EDGE / Math.max(source.width, source.height))
  const [width, height] = [Math.round(source.width * scale), Math.round(source.height * scale)]
  const animation: Animation = { width, height, delay: DELAY, label }
  const count = Math.floor((1000 * source.duration) / DELAY)
  const times = Array.from({ length: count }, (_, frame) => ((frame + 0.5) * DELAY) / 1000)
  const content = await withFrames(source.url, animation, (at) =>
    format === 'gif' ? drawGif(animation, times, at) : drawWebp(animation, times, at),
  )
  return new Blob([content], { type: `image/${format}` })
}

type Draw = (time: number) => Promise<HTMLCanvasElement>

async function drawGif(
  animation: Animation,
  times: readonly number[],
  draw: Draw,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = animation
  const pixelsAt = async (time: number): Promise<Uint8ClampedArray> => {
    const brush = (await draw(time)).getContext('2d')!
    return brush.getImageData(0, 0, width, height).data
  }
  const step = Math.ceil(times.length / LOOKED_AT)
  const seen: Uint8ClampedArray[] = []
  for (const time of times.filter((_, frame) => frame % step === 0)) seen.push(await pixelsAt(time))
  const gif = createGif(animation, choosePalette(seen))
  for (const time of times) gif.add(await pixelsAt(time))
  return gif.finish()
}

async function drawWebp(
  animation: Animation,
  times: readonly number[],
  draw: Draw,
): Promise<Uint8Array<ArrayBuffer>> {
  const stills: Uint8Array[] = []
  for (const time of times) {
    const canvas = await draw(time)
    const still = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/webp', QUALITY),
    )
    if (!still) throw new Error('The canvas gives nothing')
    stills.push(new Uint8Array(await still.arrayBuffer()))
  }
  return joinWebp(stills, animation)
}

/** The packet of a file that says how it was made; null: it has none. */
export function findLabel(file: Uint8Array): Uint8Array | null {
  // A letter for each byte, so that places are those of the file.
  const letters = new TextDecoder('latin1').decode(file)
  const begin = letters.indexOf('<?xpacket begin')
  const last = letters.indexOf('<?xpacket end', begin)
  const end = letters.indexOf('?>', last)
  return begin < 0 || last < 0 || end < 0 ? null : file.slice(begin, end + 2)
}
