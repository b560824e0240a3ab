import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { findBox, readBoxes, words, writeBox } from '#lib/mp4-boxes.ts'
import { createStorage } from '#server/platform/storage/index.ts'
import { makePng } from '#tests/support/pictures.ts'
import { storeVideo } from './store-video.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-media-'))
const storage = createStorage({ folder, s3: null }, createLogger({ level: 'silent' }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SOUND = Buffer.from('the sound of the sea')

/** A track with one chunk of samples. */
function writeTrack(kind: 'soun' | 'vide', chunkAt: number): Buffer {
  const handler = writeBox('hdlr', words(0, 0), Buffer.from(kind), words(0, 0, 0))
  const table = writeBox('stbl', writeBox('stco', words(0, 1, chunkAt)))
  return writeBox('trak', writeBox('mdia', handler, writeBox('minf', table)))
}

/** An MP4 with a track of sound before its picture, and its samples at the end. */
function writeVideo(isOpen: boolean): Buffer {
  const samples = writeBox('mdat', Buffer.from('frames'), SOUND)
  if (isOpen) samples.writeUInt32BE(0)
  const before = (at: number) =>
    Buffer.concat([
      writeBox('ftyp', Buffer.from('isom\0\0\x02\0isom', 'latin1')),
      writeBox('moov', writeTrack('soun', at + 14), writeTrack('vide', at + 8)),
    ])
  return Buffer.concat([before(before(0).length), samples])
}

async function store(video: Buffer): Promise<Buffer> {
  const { videoStorageKey } = await storeVideo(storage, {
    userId: 'u1',
    jobId: crypto.randomUUID(),
    index: 0,
    attempt: 1,
    data: await makePng(96, 64),
    parametersText: 'waves',
    sourceType: 'trainedAlgorithmicMedia',
    marked: false,
    video,
    lastFrame: null,
  })
  const file = videoStorageKey && (await storage.read(videoStorageKey))
  if (!file) throw new Error('not stored')
  return Buffer.from(file)
}

describe('storeVideo', () => {
  it.each([
    { name: 'give their size', isOpen: false },
    { name: 'last to the end of the file', isOpen: true },
  ])('keeps the sound and adds the label where the samples $name', async ({ isOpen }) => {
    const file = await store(writeVideo(isOpen))

    expect(readBoxes(file).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat', 'uuid'])
    expect(findBox(file, 'uuid').toString()).toContain('trainedAlgorithmicMedia')
    const tracks = readBoxes(findBox(file, 'moov'))
    const sound = tracks.find(
      ({ body }) => findBox(body, 'mdia', 'hdlr').toString('latin1', 8, 12) === 'soun',
    )
    if (!sound) throw new Error('no sound')
    const at = findBox(sound.body, 'mdia', 'minf', 'stbl', 'stco').readUInt32BE(8)
    expect(file.subarray(at, at + SOUND.length)).toEqual(SOUND)
  })
})
