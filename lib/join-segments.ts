import { findBox, readBoxes, words, writeBox } from './mp4-boxes.ts'

/** Units of time in a second, as the encoder has them. */
const TIMESCALE = 90_000
/** No turning, no scaling. */
const UNCHANGED = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

export interface JoinOptions {
  width: number
  height: number
  fps: number
}

/** Encoded frames of one file. */
interface Track {
  /** How the frames are coded: all files must have the same. */
  description: Buffer
  frames: Buffer[]
  /** Places of the key frames, from 1: the first is one. */
  keys: number[]
}

/**
 * Joins MP4 files of the encoder, or such as were joined here, into one that begins with its index, so that
 * it plays before it is loaded. Nothing is coded again.
 */
export function joinSegments(
  segments: readonly Uint8Array[],
  { width, height, fps }: JoinOptions,
): Buffer {
  const tracks = segments.map((segment) => readTrack(Buffer.from(segment)))
  const first = tracks[0]
  if (!first) throw new RangeError('There is nothing to join')
  if (tracks.some(({ description }) => !description.equals(first.description)))
    throw new RangeError('The segments are coded differently')
  const frames = tracks.flatMap((track) => track.frames)
  let before = 0
  const keys = tracks.flatMap((track) => {
    const own = track.keys.map((key) => before + key)
    before += track.frames.length
    return own
  })
  const type = writeBox('ftyp', Buffer.from('isom\0\0\x02\0isomavc1mp41', 'latin1'))
  const indexAt = (offset: number): Buffer =>
    writeIndex({ width, height, fps, description: first.description, frames, keys, offset })
  // The index has the same size wherever the frames are.
  const start = type.length + indexAt(0).length + 8
  return Buffer.concat([type, indexAt(start), writeBox('mdat', ...frames)])
}

function readTrack(file: Buffer): Track {
  const table = findBox(file, 'moov', 'trak', 'mdia', 'minf', 'stbl')
  const sizes = findBox(table, 'stsz')
  const chunks = findBox(table, 'stco')
  if (sizes.readUInt32BE(4) !== 0 || chunks.readUInt32BE(4) !== 1)
    throw new RangeError('The frames do not lie in one row')
  let at = chunks.readUInt32BE(8)
  const frames = Array.from({ length: sizes.readUInt32BE(8) }, (_, i) => {
    const size = sizes.readUInt32BE(12 + 4 * i)
    at += size
    return file.subarray(at - size, at)
  })
  // What the encoder writes has one key frame, and no list of them.
  const sync = readBoxes(table).find(({ type: name }) => name === 'stss')?.body ?? words(0, 1, 1)
  const keys = Array.from({ length: sync.readUInt32BE(4) }, (_, i) => sync.readUInt32BE(8 + 4 * i))
  return { description: findBox(table, 'stsd'), frames, keys }
}

function writeIndex({
  width,
  height,
  fps,
  description,
  frames,
  keys,
  offset,
}: JoinOptions & Track & { offset: number }): Buffer {
  const count = frames.length
  const tick = TIMESCALE / fps
  const duration = count * tick
  const table = writeBox(
    'stbl',
    writeBox('stsd', description),
    writeBox('stts', words(0, 1, count, tick)),
    writeBox('stss', words(0, keys.length, ...keys)),
    writeBox('stsc', words(0, 1, 1, count, 1)),
    writeBox('stsz', words(0, 0, count, ...frames.map((frame) => frame.length))),
    writeBox('stco', words(0, 1, offset)),
  )
  const data = writeBox('dinf', writeBox('dref', words(0, 1), writeBox('url ', words(1))))
  const media = writeBox(
    'mdia',
    writeBox('mdhd', words(0, 0, 0, TIMESCALE, duration, 0x55c40000)),
    writeBox('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0), Buffer.from([0])),
    writeBox('minf', writeBox('vmhd', words(1, 0, 0)), data, table),
  )
  const header = words(3, 0, 0, 1, 0, duration, 0, 0, 0, 0)
  const track = writeBox('tkhd', header, UNCHANGED, words(width * 0x10000, height * 0x10000))
  const movie = words(0, 0, 0, TIMESCALE, duration, 0x10000, 0x1000000, 0, 0)
  return writeBox(
    'moov',
    writeBox('mvhd', movie, UNCHANGED, words(0, 0, 0, 0, 0, 0, 2)),
    writeBox('trak', track, media),
  )
}
