import { findBox, readBoxes } from '#lib/mp4-boxes.ts'

export interface Mp4Facts {
  width: number
  height: number
  /** Seconds. */
  duration: number
  fps: number
  /** Whether it has a sound track. */
  sound: boolean
}

/** As browsers play it everywhere. */
const H264 = 'avc1'

/** What an MP4 file says of its picture. Throws RangeError for what is no whole MP4 with a picture. */
export function readMp4(file: Buffer): Mp4Facts {
  const all = readBoxes(file)
  if (all[0]?.type !== 'ftyp') throw new RangeError('It is no MP4')
  const movie = findBox(file, 'moov')
  const tracks = readBoxes(movie).filter(({ type }) => type === 'trak')
  const sound = tracks.some(({ body }) => handlerOf(findBox(body, 'mdia')) === 'soun')
  for (const { body: track } of tracks) {
    const media = findBox(track, 'mdia')
    if (handlerOf(media) !== 'vide') continue
    const head = findBox(track, 'tkhd')
    const clock = findBox(media, 'mdhd')
    // The first version has times of 64 bits.
    const isLong = clock[0] === 1
    const timescale = clock.readUInt32BE(isLong ? 20 : 12)
    const length = isLong ? Number(clock.readBigUInt64BE(24)) : clock.readUInt32BE(16)
    const frames = findBox(media, 'minf', 'stbl', 'stsz').readUInt32BE(8)
    const duration = length / timescale
    const facts = {
      width: head.readUInt32BE(head.length - 8) >>> 16,
      height: head.readUInt32BE(head.length - 4) >>> 16,
      duration: Math.round(duration * 1000) / 1000,
      fps: Math.round((100 * frames) / duration) / 100,
    }
    if (!Object.values(facts).every((value) => Number.isFinite(value) && value > 0)) break
    return { ...facts, sound }
  }
  throw new RangeError('It shows nothing')
}

/** Whether a file is an MP4 whose picture every browser plays. */
export function isPlayable(file: Buffer): boolean {
  try {
    return readBoxes(findBox(file, 'moov')).some(({ type, body }) => {
      if (type !== 'trak') return false
      const media = findBox(body, 'mdia')
      if (handlerOf(media) !== 'vide') return false
      // After version, flags and count comes the first entry: its size, then its name.
      return findBox(media, 'minf', 'stbl', 'stsd').toString('latin1', 12, 16) === H264
    })
  } catch {
    return false
  }
}

/** `vide`, `soun`, or what else a track is. */
const handlerOf = (media: Buffer): string => findBox(media, 'hdlr').toString('latin1', 8, 12)
