import { readBoxes } from '#lib/mp4-boxes.ts'
import { withXmp } from '../store-video.ts'

/** Where programs put what they like to say about a video, ComfyUI its whole workflow with the prompt; `free` is unused room. */
const TALKATIVE = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide'])
/** Boxes that hold boxes. */
const CONTAINERS = new Set('moov trak mdia minf stbl dinf edts mvex moof traf mfra'.split(' '))

/** Empties them where they are, so that nothing moves that the index points to. */
function emptyTalk(bytes: Buffer): void {
  for (const { type, header, body } of readBoxes(bytes)) {
    if (CONTAINERS.has(type)) emptyTalk(body)
    if (!TALKATIVE.has(type)) continue
    header.write('free', 4, 'latin1')
    body.fill(0)
  }
}

/**
 * An MP4 file that says nothing about itself but this label: for people from whom words and settings are hidden. Throws
 * RangeError on what is no MP4.
 */
export function withVideoLabelOnly(video: Buffer, xmp: string): Buffer {
  const silent = Buffer.from(video)
  emptyTalk(silent)
  return withXmp(silent, xmp)
}
