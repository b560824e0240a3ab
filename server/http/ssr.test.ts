import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressFiles } from '#scripts/prepare/compress-files.mjs'
import { ssr } from './ssr.ts'

const SCRIPT = 'export const words = 1;\n'.repeat(200)
let root: string
let app: FastifyInstance

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ssr-'))
  const files = {
    'build/client/assets/page-1a2b.js': SCRIPT,
    'build/client/assets/tiny-1a2b.js': 'export {}',
    'build/client/showcase/apple.webp': 'RIFF',
    'build/client/robots.txt': 'User-agent: *',
    'build/server/index.js': 'export const entry = {}',
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  await compressFiles(join(root, 'build/client'))
  app = Fastify()
  await app.register(ssr, {
    root,
    development: false,
    languages: ['en'],
    publicUrl: 'http://127.0.0.1:3000',
    version: () => 0,
    drawCard: async () => new Uint8Array(),
  })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, encodings: string) =>
  app.inject({ url, headers: { 'accept-encoding': encodings } })

test('a script goes out as the build has compressed it, as the browser takes it', async () => {
  const url = '/assets/page-1a2b.js'
  const [br, gz, plain] = await Promise.all([
    get(url, 'gzip, deflate, br'),
    get(url, 'gzip'),
    get(url, 'identity'),
  ])
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT)
  expect(gz.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gz.rawPayload).toString()).toBe(SCRIPT)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(SCRIPT)
  for (const { headers } of [br, gz, plain]) {
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('what is too small to gain is sent as it is', async () => {
  const answer = await get('/assets/tiny-1a2b.js', 'gzip, br')
  expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, 'export {}'])
})

test('images are kept for a week, other files for an hour', async () => {
  const [image, robots] = await Promise.all([
    get('/showcase/apple.webp', 'br'),
    get('/robots.txt', 'br'),
  ])
  expect(image.headers['cache-control']).toBe(
    'public, max-age=604800, stale-while-revalidate=2592000',
  )
  expect(robots.headers['cache-control']).toBe('public, max-age=3600')
})

test('an address of a former build is not found, and the compressed files have no address of their own', async () => {
  for (const path of ['page-0000.js', 'page-1a2b.js.br', '..%2frobots.txt'])
    expect((await get(`/assets/${path}`, 'br')).statusCode, path).not.toBe(200)
  expect((await get('/assets/page-0000.js', 'br')).statusCode).toBe(404)
  expect((await get('/robots.txt.br', 'br')).headers['content-type']).not.toMatch(
    /octet|text\/plain/,
  )
})
