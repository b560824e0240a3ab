import { expect, test } from 'vitest'
import { createSegmentEncoder } from './encode-segment.ts'

test('the encoder leaves to the program what happens at errors that nobody handles', async () => {
  const listeners = () => [
    ...process.listeners('uncaughtException'),
    ...process.listeners('unhandledRejection'),
  ]
  const before = listeners()
  for (const edge of [64, 128]) {
    const encoder = await createSegmentEncoder(edge, edge)
    encoder.add(new Uint8Array(4 * edge * edge))
    expect(encoder.finish().length).toBeGreaterThan(100)
  }
  expect(listeners()).toEqual(before)
})
