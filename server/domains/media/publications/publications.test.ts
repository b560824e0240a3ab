import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSegmentEncoder, SEGMENT_FRAMES } from '#lib/encode-segment.ts'
import { openH264Film } from '#server/platform/h264-frames.ts'
import { joinSegments } from '#lib/join-segments.ts'
import { writeBox } from '#lib/mp4-boxes.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startMediaServer, type MediaServer } from '#tests/support/media-server.ts'
import { readTexts, withTexts } from '../png-chunks.ts'

const MARKER = 'heliotrope walrus'

let server: MediaServer
beforeAll(async () => {
  server = await startMediaServer()
})
afterAll(() => server.dispose())

async function readPublic(id: string, file: 'image.png' | 'video.mp4'): Promise<Buffer> {
  const answer = await server.get(server.media.publicUrl({ id, file }))
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

async function storeTalkative(name: string): Promise<string> {
  const storageKey = `pictures/${name}.png`
  const png = withTexts(await makePng(200, 100), { parameters: MARKER, xmp: MARKER })
  // A chunk that no standard knows, as a service could send it.
  const foreign = writeBox('prVt', Buffer.from(MARKER))
  const chunk = Buffer.concat([foreign, Buffer.alloc(4)])
  chunk.writeUInt32BE(MARKER.length)
  await server.storage.put(storageKey, Buffer.concat([png, chunk]))
  return storageKey
}

it('a copy without the prompt has nothing but the picture and how it came to be', async () => {
  const imageKey = await storeTalkative('hidden')
  const original = await server.storage.read(imageKey)
  const id = server.publish({ imageKey, sourceType: 'composite' })
  const copy = await readPublic(id, 'image.png')
  expect(copy.includes(MARKER)).toBe(false)
  expect(String((await sharp(copy).metadata()).xmp)).toContain('digitalsourcetype/composite<')
  expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(original!).raw().toBuffer())
})

it('a copy with words has those that are shown, and nothing else that its file says', async () => {
  const imageKey = await storeTalkative('shown')
  const id = server.publish({ imageKey, words: 'a fox\nSteps: 20' })
  const copy = await readPublic(id, 'image.png')
  expect(readTexts(copy)).toEqual({
    parameters: 'a fox\nSteps: 20',
    xmp: expect.stringContaining('digitalsourcetype/trainedAlgorithmicMedia<'),
  })
  expect(copy.includes(MARKER)).toBe(false)
  // What is shown may change.
  server.published.set(id, { ...server.published.get(id)!, words: 'a wolf' })
  expect(readTexts(await readPublic(id, 'image.png')).parameters).toBe('a wolf')
})

it('an image of a person has a mark that is seen, with or without its prompt', async () => {
  const imageKey = await storeTalkative('person')
  const original = await sharp((await server.storage.read(imageKey))!)
    .raw()
    .toBuffer()
  for (const words of [null, 'a fox']) {
    const id = server.publish({ imageKey, hasAiMark: true, words })
    const copy = await readPublic(id, 'image.png')
    expect(copy.includes(MARKER)).toBe(false)
    expect(readTexts(copy).parameters).toBe(words)
    const corner = { left: 0, top: 80, width: 30, height: 20 }
    const { data, info } = await sharp(copy).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([200, 100])
    expect(data).not.toEqual(original)
    const [marked, plain] = await Promise.all(
      [copy, (await server.storage.read(imageKey))!].map((file) =>
        sharp(file).extract(corner).raw().toBuffer(),
      ),
    )
    expect(marked).not.toEqual(plain)
    const top = { left: 0, top: 0, width: 200, height: 80 }
    const tops = await Promise.all(
      [copy, (await server.storage.read(imageKey))!].map((file) =>
        sharp(file).removeAlpha().extract(top).raw().toBuffer(),
      ),
    )
    expect(tops[0]).toEqual(tops[1])
  }
})

it.each([16, 64, 2048])('the mark fits on %i pixels', async (edge) => {
  const imageKey = `pictures/${edge}.png`
  await server.storage.put(
    imageKey,
    withTexts(await makePng(edge, edge), { parameters: null, xmp: null }),
  )
  const id = server.publish({ imageKey, hasAiMark: true })
  expect(await sharp(await readPublic(id, 'image.png')).metadata()).toMatchObject({ width: edge })
})

it('a video says nothing in any of its boxes, and nothing in it moves', async () => {
  const talk = Buffer.from(MARKER)
  const video = Buffer.concat([
    writeBox('ftyp', Buffer.from('isom')),
    writeBox(
      'moov',
      writeBox('trak', writeBox('udta', talk)),
      writeBox('udta', writeBox('meta', talk)),
    ),
    writeBox('uuid', talk),
    writeBox('free', talk),
    writeBox('mdat', Buffer.from('frames')),
  ])
  await server.storage.put('pictures/talk.mp4', video)
  await server.storage.put('pictures/talk.png', await makePng(64, 64))
  const keys = { imageKey: 'pictures/talk.png', videoKey: 'pictures/talk.mp4' }
  const copy = await readPublic(server.publish(keys), 'video.mp4')
  expect(copy.includes(MARKER)).toBe(false)
  expect(copy.indexOf('frames')).toBe(video.indexOf('frames'))
  expect(copy.includes('digitalsourcetype/trainedAlgorithmicMedia')).toBe(true)
  const shown = server.publish({ ...keys, words: 'a fox' })
  expect(await readPublic(shown, 'video.mp4')).toEqual(copy)
})

const FILM = { width: 160, height: 90, fps: 24 }
const FRAMES = SEGMENT_FRAMES + 6

/** Plain grey that gets lighter, in two segments, with words as a service could put them in. */
async function makeFilm(): Promise<Buffer> {
  const { width, height } = FILM
  const segments: Uint8Array[] = []
  for (const length of [SEGMENT_FRAMES, FRAMES - SEGMENT_FRAMES]) {
    const encoder = await createSegmentEncoder(width, height)
    for (let frame = 0; frame < length; frame++)
      encoder.add(new Uint8Array(4 * width * height).fill(90 + frame))
    segments.push(encoder.finish())
  }
  return Buffer.concat([joinSegments(segments, FILM), writeBox('uuid', Buffer.from(MARKER))])
}

const framesOf = (file: Buffer) => [...openH264Film(file)!.frames()]
/** The luma of one row. */
const rowOf = (frame: Uint8Array, y: number) => frame.subarray(y * FILM.width, (y + 1) * FILM.width)

it('a video of a person has the mark in every frame, and is not served before', async () => {
  await server.storage.put('pictures/person.mp4', await makeFilm())
  await server.storage.put('pictures/person.png', await makePng(FILM.width, FILM.height))
  const keys = { imageKey: 'pictures/person.png', videoKey: 'pictures/person.mp4' }
  const id = server.publish({ ...keys, hasAiMark: true, words: 'a fox' })
  const address = server.media.publicUrl({ id, file: 'video.mp4' })
  expect((await server.get(address)).statusCode).toBe(404)
  await vi.waitFor(async () => expect(await server.media.showsVideo(id)).toBe(true), {
    timeout: 20_000,
    interval: 100,
  })
  const copy = (await server.get(address)).rawPayload
  expect(copy.includes(MARKER)).toBe(false)
  expect(copy.includes('digitalsourcetype/trainedAlgorithmicMedia')).toBe(true)
  const [frames, plain] = [framesOf(copy), framesOf((await server.storage.read(keys.videoKey))!)]
  expect(frames).toHaveLength(FRAMES)
  for (const [at, frame] of frames.entries()) {
    const marked = rowOf(frame, FILM.height - 12).subarray(4, 26)
    // A dark plate with light letters, on grey.
    expect(Math.min(...marked), `frame ${at}`).toBeLessThan(70)
    expect(Math.max(...marked), `frame ${at}`).toBeGreaterThan(170)
    const [top, before] = [rowOf(frame, 20), rowOf(plain[at]!, 20)]
    expect(Math.max(...top.map((luma, x) => Math.abs(luma - before[x]!)))).toBeLessThan(8)
  }
  server.published.delete(id)
  expect((await server.get(address)).statusCode).toBe(404)
  expect(await server.media.showsVideo(id)).toBe(false)
})

it('a video that cannot be read is shown as its first frame', async () => {
  await server.storage.put('pictures/strange.mp4', Buffer.from('no video at all'))
  await server.storage.put('pictures/strange.png', await makePng(64, 64))
  const keys = { imageKey: 'pictures/strange.png', videoKey: 'pictures/strange.mp4' }
  const id = server.publish({ ...keys, hasAiMark: true })
  for (let round = 0; round < 3; round++) {
    expect(await server.media.showsVideo(id)).toBe(false)
    const address = server.media.publicUrl({ id, file: 'video.mp4' })
    expect((await server.get(address)).statusCode).toBe(404)
  }
  await readPublic(id, 'image.png')
})
