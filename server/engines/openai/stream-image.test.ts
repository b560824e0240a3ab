import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { BETWEEN_EVENTS } from './read-answer.ts'
import { readStreamed } from './stream-image.ts'

afterEach(() => void vi.restoreAllMocks())

test('an image that comes in many chunks is looked through once', async () => {
  const partial = JSON.stringify({
    type: 'image_generation.partial_image',
    b64_json: 'A'.repeat(40_000),
    partial_image_index: 0,
  })
  const last = JSON.stringify({ type: 'image_generation.completed', b64_json: 'QUJD' })
  const bytes = Buffer.from(`data: ${partial}\r\n\r\ndata: ${last}\n\n`)
  const chunks = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, at) =>
    bytes.subarray(at * 100, (at + 1) * 100),
  )
  const outbound: Pick<Outbound, 'open'> = {
    open: async (url) => ({
      url,
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: Readable.from(chunks),
    }),
  }
  const split = vi.spyOn(String.prototype, 'split')
  const sizes: number[] = []
  const answer = await readStreamed(
    outbound as Outbound,
    'http://host/v1/images/generations',
    { method: 'POST', body: '' },
    {
      maxBytes: 1e6,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      partials: 1,
      onPartial: (file) => void sizes.push(file.length),
    },
  )
  expect(sizes).toEqual([30_000])
  expect(answer.bytes.toString()).toBe(`data: ${last}`)
  const looks = split.mock.calls.filter(([by]) => (by as unknown) === BETWEEN_EVENTS)
  expect(looks.length).toBeLessThan(5)
})
