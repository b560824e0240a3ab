import { findBox, readBoxes } from '#server/platform/mp4-boxes.ts'

export interface Mp4Facts {
  width: number
  height: number
  /** Seconds. */
  duration: number
  fps: number
}

/** What an MP4 file says of its picture. Throws RangeError for what is no whole MP4 with a picture. */
export function readMp4(file: Buffer): Mp4Facts {
  const all = readBoxes(file)
  if (all[0]?.type !== 'ftyp') throw new RangeError('It is no MP4')
  const movie = findBox(file, 'moov')
  for (const { type, body: track } of readBoxes(movie)) {
    if (type !== 'trak') continue
    const media = findBox(track, 'mdia')
    if (findBox(media, 'hdlr').toString('latin1', 8, 12) !== 'vide') continue
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
    return facts
  }
  throw new RangeError('It shows nothing')
}
