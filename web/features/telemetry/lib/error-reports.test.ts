import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scrubItem } from './error-reports.ts'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://atelier.example' } }))
afterEach(() => vi.unstubAllGlobals())

it('an item loses its secrets wherever they stand', () => {
  const [, payload] = scrubItem([
    {},
    {
      request: { url: 'https://atelier.example/reset-password?token=secret' },
      breadcrumbs: [{ data: { from: '/consent/secret', status: 200 } }],
      spans: [{ description: 'GET /api/uploads/17/' }],
    },
  ])
  expect(payload).toEqual({
    request: { url: 'https://atelier.example/reset-password' },
    breadcrumbs: [{ data: { from: '/consent/:id', status: 200 } }],
    spans: [{ description: 'GET /api/uploads/:id/' }],
  })
})

it('an item that says how long it is says so still', () => {
  const recording = '{"segment_id":0}\n[{"href":"https://atelier.example/s/señal"}]'
  const [header, payload] = scrubItem([{ length: Buffer.byteLength(recording) }, recording])
  expect(payload).toContain('https://atelier.example/s/:id')
  expect(header.length).toBe(Buffer.byteLength(payload as string))
})
