import { H264Decoder } from 'h264decoder'
import { findBox, readBoxes } from '#lib/mp4-boxes.ts'

/** The decoder's memory for one unit. */
const MOST_UNIT_BYTES = 1024 ** 2
/** A visual sample entry has so much before its own boxes (ISO/IEC 14496-12, 12.1.3). */
const ENTRY_FIELDS = 78
const BASELINE = 66

export interface FrameSize {
  width: number
  height: number
}

/** A picture in YUV 4:2:0: its luma, then both chroma planes at half its size. */
export type Yuv = Uint8Array

export interface H264Film extends FrameSize {
  fps: number
  count: number
  /** Decodes one frame after the other; each is the caller's own. Throws RangeError on what is damaged. */
  frames(): Generator<Yuv>
}

interface PictureTrack extends FrameSize {
  /** What its samples are coded as, four letters. */
  coding: string
  /** The boxes of its sample entry. */
  entry: Buffer
  timescale: number
  table: Buffer
  /** Tracks of the file, this one included. */
  tracks: number
}

/** The size of an MP4's picture, whatever its coding. Throws RangeError on what is no MP4 with a picture. */
export function filmSize(file: Buffer): FrameSize {
  const { width, height } = findPictureTrack(file)
  return { width, height }
}

function findPictureTrack(file: Buffer): PictureTrack {
  const tracks = readBoxes(findBox(file, 'moov')).filter(({ type }) => type === 'trak')
  for (const { body: track } of tracks) {
    const media = findBox(track, 'mdia')
    if (findBox(media, 'hdlr').toString('latin1', 8, 12) !== 'vide') continue
    const table = findBox(media, 'minf', 'stbl')
    const [entry] = readBoxes(findBox(table, 'stsd').subarray(8))
    if (!entry) continue
    const clock = findBox(media, 'mdhd')
    return {
      coding: entry.type,
      width: entry.body.readUInt16BE(24),
      height: entry.body.readUInt16BE(26),
      entry: entry.body.subarray(ENTRY_FIELDS),
      // The first version has times of 64 bits.
      timescale: clock.readUInt32BE(clock[0] === 1 ? 20 : 12),
      table,
      tracks: tracks.length,
    }
  }
  throw new RangeError('It shows nothing')
}

/**
 * The frames of an MP4 as the encoder here writes it: H.264 in its Baseline profile, evenly spaced, one track, all of it in one
 * row. Null for any other, which a program for all kinds has to read. Throws RangeError on what is no MP4 with a picture.
 */
export function openH264Film(file: Buffer): H264Film | null {
  const { coding, width, height, entry, timescale, table, tracks } = findPictureTrack(file)
  if (coding !== 'avc1' || tracks !== 1 || width % 2 || height % 2) return null
  const settings = findBox(entry, 'avcC')
  const delta = frameDelta(findBox(table, 'stts'))
  const chunks = findBox(table, 'stco')
  const sizes = findBox(table, 'stsz')
  const isReordered = readBoxes(table).some(({ type }) => type === 'ctts')
  const isPlain = delta !== null && !isReordered && sizes.readUInt32BE(4) === 0
  if (settings[1] !== BASELINE || !isPlain || chunks.readUInt32BE(4) !== 1) return null
  const count = sizes.readUInt32BE(8)
  const lengthBytes = (settings[4]! & 3) + 1

  function* frames(): Generator<Yuv> {
    const decoder = new H264Decoder()
    // What it answers to these says nothing; where one is wrong, no frame can be decoded.
    for (const unit of parameterSets(settings)) decoder.decode(unit)
    let at = chunks.readUInt32BE(8)
    for (let frame = 0; frame < count; frame++) {
      const end = at + sizes.readUInt32BE(12 + 4 * frame)
      let isShown = false
      while (at < end) {
        const length = file.readUIntBE(at, lengthBytes)
        at += lengthBytes
        isShown = decode(decoder, file.subarray(at, at + length)) || isShown
        at += length
      }
      if (!isShown) throw new RangeError(`Frame ${frame} shows nothing`)
      yield cropped(decoder, { width, height })
    }
  }

  return { width, height, fps: timescale / delta, count, frames }
}

/** How long each frame is shown, in units of the clock; null: not all of them as long. */
function frameDelta(times: Buffer): number | null {
  const [first = 0, ...others] = Array.from({ length: times.readUInt32BE(4) }, (_, i) =>
    times.readUInt32BE(12 + 8 * i),
  )
  return first > 0 && others.every((delta) => delta === first) ? first : null
}

/** The parameter sets that an `avcC` box holds (ISO/IEC 14496-15, 5.3.3.1). */
function parameterSets(settings: Buffer): Buffer[] {
  const units: Buffer[] = []
  let at = 5
  for (const mask of [31, 255]) {
    for (let left = settings.readUInt8(at++) & mask; left > 0; left--) {
      const length = settings.readUInt16BE(at)
      units.push(settings.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return units
}

/** @returns whether a picture is there now */
function decode(decoder: H264Decoder, unit: Buffer): boolean {
  if (unit.length === 0 || unit.length > MOST_UNIT_BYTES) throw new RangeError('A unit has no size')
  const outcome = decoder.decode(unit)
  const { ERROR, PARAM_SET_ERROR, MEMALLOC_ERROR, PIC_RDY } = H264Decoder
  if ([ERROR, PARAM_SET_ERROR, MEMALLOC_ERROR].includes(outcome)) {
    throw new RangeError(`A unit cannot be decoded: ${outcome}`)
  }
  return outcome === PIC_RDY
}

/** Pictures are coded in squares of 16 pixels; what is beyond the edges is not shown. */
function cropped(
  { pic, width: coded, height: codedHeight }: H264Decoder,
  { width, height }: FrameSize,
): Yuv {
  if (coded < width || codedHeight < height) throw new RangeError('A frame is too small')
  const frame = new Uint8Array((width * height * 3) / 2)
  let [from, to] = [0, 0]
  for (const scale of [1, 2, 2]) {
    const [stride, rows] = [coded / scale, codedHeight / scale]
    for (let row = 0; row < height / scale; row++) {
      const start = from + row * stride
      frame.set(pic.subarray(start, start + width / scale), to)
      to += width / scale
    }
    from += stride * rows
  }
  return frame
}
