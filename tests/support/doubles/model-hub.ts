import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { listenOnLoopback, sendJson, urlOf } from './json-server.ts'

/** What goes wrong with the next file. */
export type HubFault =
  /** The connection ends after so much of what was asked for. */
  | { cutAt: number }
  | 'server error'
  /** The storage has other bytes than the hub promised. */
  | 'other bytes'
  /** The address of the storage is too old. */
  | 'expired'
  /** Nothing comes any more, and the connection stays. */
  | 'stands still'

/** A Hugging Face-style hub on loopback, whose large files lie on a second host, and a Civitai-style site. */
export interface ModelHub {
  url: string
  storageUrl: string
  /** What the next large files do, one each; `null` gives them. */
  faults: (HubFault | null)[]
  /** Of files, in the order in which they were asked for: path and range. */
  asked: string[]
  /** The storage was told the token, which it must never be. */
  leaks: number
  /** Only with this token; null: for everybody. */
  token: string | null
  close(): Promise<void>
}

export interface HubContent {
  /** Folders by `owner/name`; each large file is said to be larger by so many bytes. */
  repositories?: Record<string, { folder: string; licence: string | null; largerBy?: number }>
  /** Files by the number of their version. */
  versions?: Record<string, { file: string; type?: string; sha256?: string }>
}

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
/** Larger files are not git's. */
const LARGE = 20_000
const PAGE = 4
const CUT_AFTER_MS = 100

const hash = (kind: string, ...parts: (string | Buffer)[]): string =>
  parts.reduce((sum, part) => sum.update(part), createHash(kind)).digest('hex')

function treeOf(folder: string, largerBy = 0): object[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const bytes = readFileSync(file)
      const isLarge = bytes.length > LARGE
      const pointer = `pointer to ${entry.name}`
      return {
        type: 'file',
        path: path.relative(folder, file),
        size: bytes.length + (isLarge ? largerBy : 0),
        oid: hash(
          'sha1',
          `blob ${isLarge ? pointer.length : bytes.length}\0`,
          isLarge ? pointer : bytes,
        ),
        ...(isLarge && { lfs: { oid: hash('sha256', bytes), size: bytes.length + largerBy } }),
      }
    })
}

/** @param options.isOneHost large files lie on the hub's own host */
export async function startModelHub(
  { repositories = {}, versions = {} }: HubContent,
  { isOneHost = false } = {},
): Promise<ModelHub> {
  const faults: (HubFault | null)[] = []
  const asked: string[] = []
  const state = { leaks: 0, token: null as string | null }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    file: string,
    fault: HubFault | null = null,
  ): void {
    const whole = readFileSync(file)
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
    asked.push(`${path.basename(file)} ${range ?? 0}`)
    if (fault === 'server error') return sendJson(response, 503, { error: 'busy' })
    if (fault === 'expired') return sendJson(response, 403, { error: 'expired' })
    const from = Number(range ?? 0)
    if (from >= whole.length) return sendJson(response, 416, {})
    const bytes = Buffer.from(whole.subarray(from))
    if (fault === 'other bytes') bytes[0] = bytes[0]! ^ 255
    response.writeHead(range === undefined ? 200 : 206, {
      'content-length': bytes.length,
      ...(range !== undefined && {
        'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}`,
      }),
    })
    if (fault === 'stands still') {
      response.write(bytes.subarray(0, 10))
      return
    }
    if (fault === null || fault === 'other bytes') {
      response.end(bytes)
      return
    }
    // What was sent is read before the end is heard, which else throws it away.
    response.write(bytes.subarray(0, Math.floor(bytes.length * fault.cutAt)))
    setTimeout(() => response.destroy(), CUT_AFTER_MS)
  }

  const storage = await listenOnLoopback((request, response) => {
    if (request.headers.authorization !== undefined) state.leaks += 1
    const file = decodeURIComponent(urlOf(request).pathname.slice(1))
    give(request, response, file, faults.shift() ?? null)
    return Promise.resolve()
  })

  const hub = await listenOnLoopback((request, response) => {
    const url = urlOf(request)
    const isKnown =
      state.token === null || request.headers.authorization === `Bearer ${state.token}`
    const refuse = (status: number, code: string): void => {
      response.setHeader('x-error-code', code)
      sendJson(response, status, { error: code })
    }
    if (url.pathname.startsWith('/stored/')) {
      give(request, response, decodeURIComponent(url.pathname.slice(8)), faults.shift() ?? null)
      return Promise.resolve()
    }
    const version = /^\/api\/v1\/model-versions\/(\d+)$/.exec(url.pathname)?.[1]
    const download = /^\/api\/download\/models\/(\d+)$/.exec(url.pathname)?.[1]
    if (version !== undefined) sendVersion(response, url, version)
    else if (download !== undefined) redirect(response, versions[download]!.file)
    else {
      const [, name, rest = ''] =
        /^\/(?:api\/models\/)?([\w.-]+\/[\w.-]+)\/(.*)$/.exec(decodeURIComponent(url.pathname)) ??
        []
      const repository = repositories[name ?? '']
      if (!repository) refuse(404, 'RepoNotFound')
      else if (!isKnown) refuse(request.headers.authorization ? 403 : 401, 'GatedRepo')
      else sendRepository(request, response, { url, name: name!, rest, ...repository })
    }
    return Promise.resolve()
  })

  function redirect(response: ServerResponse, file: string): void {
    const place = isOneHost ? `${hub.url}/stored` : storage.url
    response.writeHead(302, { location: `${place}/${encodeURIComponent(file)}` })
    response.end()
  }

  function sendVersion(response: ServerResponse, url: URL, number: string): void {
    const version = versions[number]
    if (!version) return sendJson(response, 404, { error: 'not found' })
    const bytes = readFileSync(version.file)
    const file = {
      id: 1,
      name: path.basename(version.file),
      type: 'Model',
      sizeKB: Math.round((bytes.length / 1024) * 100) / 100,
      primary: true,
      metadata: { format: 'SafeTensor', fp: 'fp16' },
      hashes: { SHA256: (version.sha256 ?? hash('sha256', bytes)).toUpperCase() },
      downloadUrl: new URL(`/api/download/models/${number}`, hub.url).href,
    }
    sendJson(response, 200, {
      id: Number(number),
      name: 'v1',
      baseModel: 'SD 1.5',
      model: { name: 'Tiny', type: version.type ?? 'Checkpoint', nsfw: false },
      files: [file],
      downloadUrl: file.downloadUrl,
      page: url.pathname,
    })
  }

  function sendRepository(
    request: IncomingMessage,
    response: ServerResponse,
    {
      url,
      name,
      rest,
      folder,
      licence,
      largerBy,
    }: {
      url: URL
      name: string
      rest: string
      folder: string
      licence: string | null
      largerBy?: number
    },
  ): void {
    if (rest.startsWith('revision/')) {
      const tags = licence === null ? [] : [`license:${licence}`]
      return sendJson(response, 200, { id: name, sha: COMMIT, private: false, gated: false, tags })
    }
    if (rest.startsWith('tree/')) {
      const all = treeOf(folder, largerBy)
      const from = Number(url.searchParams.get('cursor') ?? 0)
      url.searchParams.set('cursor', String(from + PAGE))
      if (from + PAGE < all.length)
        response.setHeader('link', `<${hub.url}${url.pathname}${url.search}>; rel="next"`)
      return sendJson(response, 200, all.slice(from, from + PAGE))
    }
    const file = path.join(folder, rest.replace(/^resolve\/[^/]+\//, ''))
    if (readFileSync(file).length > LARGE) redirect(response, file)
    else give(request, response, file)
  }

  return {
    url: hub.url,
    storageUrl: storage.url,
    faults,
    asked,
    get leaks() {
      return state.leaks
    },
    get token() {
      return state.token
    },
    set token(token) {
      state.token = token
    },
    async close() {
      await hub.close()
      await storage.close()
    },
  }
}
