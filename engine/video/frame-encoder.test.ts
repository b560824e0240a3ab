import { expect, test } from 'vitest'
import { createFrameEncoder } from './frame-encoder.ts'

/** Segments of frames in one grey each, as a process of videos makes them. */
async function encode(edge: number, segments: number): Promise<Buffer[]> {
  let encoded = 0
  const encoder = createFrameEncoder({ width: edge, height: edge }, () => (encoded += 1))
  try {
    const files: Promise<Uint8Array>[] = []
    for (let segment = 0; segment < segments; segment++) {
      for (let frame = 0; frame < 3; frame++) {
        const pixels = await encoder.blank()
        encoder.add(pixels.fill(40 * segment + 10 * frame))
      }
      files.push(encoder.finish())
    }
    const all = await Promise.all(files)
    expect(encoded).toBe(3 * segments)
    // What follows the frames says when they were encoded.
    return all.map((file) => Buffer.from(file).subarray(0, Buffer.from(file).indexOf('moov')))
  } finally {
    await encoder.dispose()
  }
}

test('one process makes video after video, whatever their sizes, and each is as the first would be', async () => {
  const first = await encode(64, 4)
  await encode(128, 3)
  expect(await encode(64, 4)).toEqual(first)
  expect(first[0]!.subarray(4, 8).toString()).toBe('ftyp')
})

test('a video that is broken off leaves nothing to the next', async () => {
  const whole = await encode(64, 2)
  const broken = createFrameEncoder({ width: 64, height: 64 }, () => undefined)
  broken.add((await broken.blank()).fill(200))
  await broken.dispose()
  const left = createFrameEncoder({ width: 64, height: 64 }, () => undefined)
  left.add((await left.blank()).fill(200))
  left.finish().catch(() => undefined)
  await left.dispose()
  expect(await encode(64, 2)).toEqual(whole)
})
