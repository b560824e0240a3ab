import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicPath, withoutSecrets } from './addresses.ts'

const ORIGIN = 'https://atelier.example'

beforeEach(() => vi.stubGlobal('window', { location: { origin: ORIGIN } }))
afterEach(() => vi.unstubAllGlobals())

describe('publicPath', () => {
  it.each([
    ['/pricing', '/pricing'],
    ['/reset-password?uid=Mg&token=c2VjcmV0', '/reset-password'],
    ['/login#access_token=abc', '/login'],
    ['/consent/Zm9vYmFy', '/consent/:id'],
    ['/s/abcDEF', '/s/:id'],
    // Both are pages: one has a name of its own.
    ['/train/loras/create', '/train/loras/create'],
    ['/train/loras/0191f0aa', '/train/loras/:id'],
    ['/ai-image-tools/free-ai-headshot-generator', '/ai-image-tools/free-ai-headshot-generator'],
    ['/api/inference_jobs/', '/api/inference_jobs/'],
    ['/api/inference_jobs/0191f0aa-77d1/cancel/', '/api/inference_jobs/:id/cancel/'],
    ['/media/0191f0aa.webp?signature=abc', '/media/:id'],
  ])('of %s is %s', (path, expected) => expect(publicPath(path)).toBe(expected))

  it('keeps the prefix of the language', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'es' } })
    expect(publicPath('/es/consent/Zm9vYmFy')).toBe('/es/consent/:id')
    expect(publicPath('/es/pricing')).toBe('/es/pricing')
  })
})

describe('withoutSecrets', () => {
  it.each([
    ['/s/abcDEF', '/s/:id'],
    ['GET /api/inference_jobs/17/', 'GET /api/inference_jobs/:id/'],
    [`failed at ${ORIGIN}/s/abcDEF?view=1: no`, `failed at ${ORIGIN}/s/:id no`],
    [
      `{"href":"${ORIGIN}/consent/Zm9v","src":"https://bucket.example/a.png?sig=1"}`,
      `{"href":"${ORIGIN}/consent/:id","src":"https://bucket.example/a.png"}`,
    ],
    ['Request failed with status code 500', 'Request failed with status code 500'],
  ])('of %s is %s', (text, expected) => expect(withoutSecrets(text)).toBe(expected))
})
