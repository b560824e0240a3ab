import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { createIPX, createIPXNodeServer, ipxFSStorage } from 'ipx'
import sharp from 'sharp'
import { type IMAGE_SIZES, resizedImageUrl } from '#contract/values/resized-image.ts'
import { createMedia } from '#server/domains/media/index.ts'
import { addErrorHandler } from '#server/http/error-handler.ts'
import { mediaPlugin } from '#server/http/media.ts'
import { addRequestLanguage } from '#server/http/request-language.ts'
import { createLogger } from '#server/platform/log.ts'
import { createStorage } from '#server/platform/storage/index.ts'
import type { BenchResult } from './bench-result.ts'
import { httpGet } from './http-get.ts'
import { median, timed, timePairs } from './statistics.ts'

const SHOWCASE = fileURLToPath(new URL('../../web/public/showcase', import.meta.url))
const QUALITY = 80
const ROUNDS = 20
/** Small pictures that are not counted: both sides run compiled code afterwards. */
const WARM_UP = 150
/** Edge of the original and width of the copy, as the gallery and the viewer ask for them. */
const CASES = [
  { edge: 512, width: 256 },
  { edge: 1024, width: 320 },
  { edge: 1024, width: 640 },
  { edge: 2048, width: 640 },
  { edge: 2048, width: 1280 },
] as const

/** A picture of the showcase as a PNG of the wanted edge, as the engine's enlarger leaves it: smooth, with edges. */
async function makeOriginal(edge: number): Promise<Buffer> {
  const [name] = (await readdir(SHOWCASE)).toSorted()
  return sharp(join(SHOWCASE, name ?? ''))
    .resize(edge, edge)
    .png()
    .toBuffer()
}

/** Our media routes on a port of their own. */
async function startOurs(folder: string) {
  const log = createLogger({ level: 'error' })
  const storage = createStorage({ folder, s3: null }, log)
  const media = createMedia({
    storage,
    log,
    secret: Buffer.alloc(32, 1),
    visibilityOf: () => Promise.resolve('private'),
    findPublished: () => Promise.resolve(null),
    knownFiles: (keys) => Promise.resolve(new Set(keys)),
    readLogo: async () => null,
    readSitePicture: async () => null,
    staticFolders: [],
    ownOrigins: [],
    remoteHosts: [],
    fetchPicture: null,
  })
  const app = Fastify()
  addErrorHandler(app)
  addRequestLanguage(app, ['en'])
  await app.register(mediaPlugin(media))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, media, close: () => app.close() }
}

/** ipx as its documentation serves it, over the same files. */
async function startIpx(dir: string) {
  const server = createServer(createIPXNodeServer(createIPX({ storage: ipxFSStorage({ dir }) })))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

type ImageSize = (typeof IMAGE_SIZES)[number]

/** Addresses of the same stored file at both servers. */
interface Pair {
  ours: string
  ipx: string
}

/**
 * The resizing service against ipx 3.1.1: the same PNG files to the same JPEG over HTTP on this machine. Cold means
 * a picture that was never asked for; ipx keeps nothing, so each of its answers is cold.
 */
export async function benchResizer(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-resizer-'))
  const ours = await startOurs(folder)
  const ipx = await startIpx(folder)

  const storePictures = async (edge: number, width: ImageSize, count: number): Promise<Pair[]> => {
    const data = await makeOriginal(edge)
    const pairs: Pair[] = []
    for (let index = 0; index < count; index++) {
      const { storageKey } = await ours.media.storePicture({
        sourceType: 'trainedAlgorithmicMedia',
        userId: 'bench',
        jobId: `${edge}-${width}`,
        index,
        attempt: 1,
        data,
        parametersText: '',
        marked: false,
      })
      const url = ours.media.pictureUrl({ storageKey })
      pairs.push({
        ours: ours.origin + resizedImageUrl({ url, width, quality: QUALITY }),
        ipx: `${ipx.origin}/w_${width},q_${QUALITY},f_jpeg/${storageKey}`,
      })
    }
    return pairs
  }

  const ratios = { cold: [] as number[], warm: [] as number[] }
  const details = { cold: [] as string[], warm: [] as string[] }
  try {
    for (const pair of await storePictures(64, 32, WARM_UP)) {
      await httpGet(pair.ours)
      await httpGet(pair.ipx)
    }
    for (const { edge, width } of CASES) {
      const pairs = await storePictures(edge, width, ROUNDS)
      const { first: cold, second: other } = await timePairs(
        ROUNDS,
        (round) => httpGet(pairs[round]?.ours ?? ''),
        (round) => httpGet(pairs[round]?.ipx ?? ''),
        () => ours.media.dispose(),
      )
      const warm: number[] = []
      for (let round = 0; round < ROUNDS * 4; round++) {
        warm.push(await timed(() => httpGet(pairs[round % ROUNDS]?.ours ?? '')))
      }
      const [coldMs, otherMs, warmMs] = [median(cold), median(other), median(warm)]
      ratios.cold.push(...cold.map((ms, round) => (other[round] ?? Number.NaN) / ms))
      ratios.warm.push(...cold.map((ms) => ms / warmMs))
      const title = `${edge} to ${width}`
      details.cold.push(`${title}: ${coldMs.toFixed(1)} ms, ipx ${otherMs.toFixed(1)} ms`)
      details.warm.push(`${title}: ${warmMs.toFixed(2)} ms, cold ${coldMs.toFixed(1)} ms`)
    }
  } finally {
    await ours.close()
    await ours.media.dispose()
    await ipx.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    {
      name: 'Resizer, cold, against ipx 3.1.1',
      value: median(ratios.cold),
      unit: 'x',
      target: { atLeast: 1.2 },
      detail: details.cold.join('; '),
    },
    {
      name: 'Resizer, warm against cold',
      value: median(ratios.warm),
      unit: 'x',
      target: { atLeast: 20 },
      detail: details.warm.join('; '),
    },
  ]
}
