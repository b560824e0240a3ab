import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { Transport } from '#contract/client.ts'
import type { Card } from '#server/domains/media/index.ts'
import { paths } from '#contract/paths.ts'
import { readSessionCookie } from './authentication.ts'
import { pageAddress } from './page-address.ts'
import { createPageCache } from './page-cache.ts'
import { tooManyPages } from './too-many-pages.ts'

export interface SsrOptions {
  /** Folder of the project; the production build is in `build/` under it. */
  root: string
  /** Serve the sources through Vite, with hot reload, instead of the build. */
  development: boolean
  /** Languages that pages are offered in, English first. */
  languages: readonly string[]
  /** Where people reach the site. */
  publicUrl: string
  /** Draws what stands for a page where its link is shared. */
  drawCard(card: Card): Promise<Uint8Array>
  /** Another number once brands or settings have changed: pages that are kept for others are rendered again. */
  version(): number
}

/** The web app's own part of its build; see web/app/entry.server.tsx. */
interface PageEntry {
  createRequestHandler: typeof createRequestHandler
  createLoadContext(request: {
    transport: Transport
    hasToken: boolean
    nonce: string
    language: string
    languages: readonly string[]
    /** The answer is kept and sent to others, so it is not sent before all of it is there. */
    isShared: boolean
    publicUrl: string
    drawCard: SsrOptions['drawCard']
  }): RouterContextProvider
  /** What a page depends on that everybody gets the same who is signed out; null for any other. */
  sharedPageOf(
    asked: { host: string; url: string },
    site: { language: string; publicUrl: string },
  ): { host: string; path: string } | null
  languageOf(path: string, languages: readonly string[]): string
  buildOf(build: ServerBuild, language: string): ServerBuild
}

/** Rendering a page takes as long as several calls, and counts as that many. */
const RENDERING = 5
const NOT_PAGES = /^\/(?:api|brand-logo|dev|img|media|proxy|site-picture)(?:\/|$)/
/** Samples and the like, which hardly ever change but keep their names when they do. */
const IMAGE_FILE = /\.(?:webp|png|mp4)$/

/** Calls the API in this process as the asker of the page: their session, their address, their host. */
function inProcess(
  app: FastifyInstance,
  asker: FastifyRequest,
  { token, onAway }: { token: string | null; onAway(retryAfter: string): void },
): Transport {
  return async ({ method, url, headers, body }) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: asker.ip,
      headers: {
        host: asker.headers.host ?? 'localhost',
        'x-page-url': asker.url,
        ...(token === null ? {} : { authorization: `Token ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const retryAfter = response.headers['retry-after']
    if (response.statusCode === 503 && retryAfter !== undefined) onAway(retryAfter)
    return {
      status: response.statusCode,
      header: (name) => response.headers[name.toLowerCase()]?.toString() ?? null,
      body: response.body === '' ? null : (response.json() as unknown),
    }
  }
}

/** All of a request that a page for everybody may depend on. */
interface SharedRequest {
  protocol: string
  host: string
  path: string
  cookie: string
  version: number
}

/** Only cookies of which a public page has a variant: no other is shown to who renders it, so none can be in it. */
function sharedCookies(request: FastifyRequest, languages: readonly string[]): string {
  const { darkMode, language = '' } = request.cookies
  return [
    ...(darkMode === 'false' ? ['darkMode=false'] : []),
    ...(languages.includes(language) ? [`language=${language}`] : []),
  ].join('; ')
}

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const url = pageAddress(request.protocol, request.headers.host, request.url)
  return new Request(url, { method: request.method, headers, signal })
}

function sendLifetime(reply: FastifyReply, lifetime: string): void {
  void reply.header('Cache-Control', `public, ${lifetime}`)
}

async function productionBuild(
  app: FastifyInstance,
  root: string,
): Promise<() => Promise<ServerBuild>> {
  const client = join(root, 'build', 'client')
  const options: FastifyStaticOptions = {
    root: client,
    cacheControl: false,
    // The build brings its texts compressed, see scripts/prepare/compress-files.mjs.
    preCompressed: true,
  }
  await app.register(fastifyStatic, {
    ...options,
    root: join(client, 'assets'),
    // Its own route for a whole folder lists that folder at each request, to compare the spelling.
    serve: false,
    // Their names carry a hash of their content.
    setHeaders: (reply) => sendLifetime(reply, 'max-age=31536000, immutable'),
  })
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    // The compressed files have no address of their own.
    /\.(?:br|gz)$/.test(request.params['*'])
      ? reply.callNotFound()
      : reply.sendFile(request.params['*']),
  )
  await app.register(fastifyStatic, {
    ...options,
    decorateReply: false,
    // One route a file, for other addresses of their folders are pages.
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) =>
      sendLifetime(
        reply,
        IMAGE_FILE.test(path) ? 'max-age=604800, stale-while-revalidate=2592000' : 'max-age=3600',
      ),
  })
  const entry = pathToFileURL(join(root, 'build', 'server', 'index.js')).href
  const build = (await import(entry)) as ServerBuild
  return async () => build
}

async function developmentBuild(
  app: FastifyInstance,
  root: string,
): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite')
  const own = new Set(process.listeners('SIGTERM'))
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  // A plugin starts a second server, which would end the process at SIGTERM before the database has been ended.
  for (const listener of process.listeners('SIGTERM'))
    if (!own.has(listener)) process.off('SIGTERM', listener)
  app.addHook('onRequest', (request, reply, done) => {
    if (NOT_PAGES.test(request.url)) done()
    else vite.middlewares(request.raw, reply.raw, done)
  })
  app.addHook('onClose', () => vite.close())
  return async () =>
    (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild
}

type NodeStream = Parameters<typeof Readable.fromWeb>[0]

function sendHead(
  { status, headers }: { status: number; headers: Iterable<readonly [string, string]> },
  reply: FastifyReply,
): void {
  void reply.status(status)
  for (const [name, value] of headers) void reply.header(name, value)
}

/**
 * Serves the web app: its files, and every other address as a rendered page. Register it last.
 * Pages are answered for GET and HEAD only; writes go through the API.
 */
export async function ssr(app: FastifyInstance, options: SsrOptions): Promise<void> {
  const { root, development, languages, publicUrl, drawCard, version } = options
  const readBuild = development
    ? await developmentBuild(app, root)
    : await productionBuild(app, root)
  const mode = development ? 'development' : 'production'
  const handlers = new WeakMap<ServerBuild, Map<string, ReturnType<typeof createRequestHandler>>>()

  // A browser whose service worker is not there yet brings a shared image here: the page says what to do instead.
  app.post(paths.share.pattern, {
    onRequest: async (_request, reply) => reply.redirect(paths.share.link(), 303),
    handler: async () => undefined,
  })

  const shared = createPageCache()

  async function rendererOf(url: string) {
    const build = await readBuild()
    const page = build.entry.module as unknown as PageEntry
    const language = page.languageOf(url, languages)
    const ofBuild =
      handlers.get(build) ?? new Map<string, ReturnType<typeof createRequestHandler>>()
    handlers.set(build, ofBuild)
    const handle =
      ofBuild.get(language) ?? page.createRequestHandler(page.buildOf(build, language), mode)
    ofBuild.set(language, handle)
    return { page, language, handle }
  }
  type Renderer = Awaited<ReturnType<typeof rendererOf>>

  /** A public page for somebody signed out, which may have been rendered for somebody else; null: it is rendered for them. */
  async function serveShared(request: FastifyRequest, nonce: string, renderer: Renderer) {
    const { page, language, handle } = renderer
    const { host = 'localhost' } = request.headers
    const canonical = page.sharedPageOf({ host, url: request.url }, { language, publicUrl })
    if (!canonical) return null
    const asked: SharedRequest = {
      protocol: request.protocol,
      ...canonical,
      cookie: sharedCookies(request, languages),
      version: version(),
    }
    return shared.serve(JSON.stringify(asked), nonce, async () => {
      const { protocol, path, cookie } = asked
      const own = randomUUID()
      const context = page.createLoadContext({
        transport: inProcess(app, request, { token: null, onAway: () => {} }),
        hasToken: false,
        nonce: own,
        language,
        languages,
        isShared: true,
        publicUrl,
        drawCard,
      })
      const headers = new Headers({ host: asked.host, accept: 'text/html', cookie })
      const response = await handle(
        new Request(pageAddress(protocol, asked.host, path), { headers }),
        context,
      )
      return { response, nonce: own }
    })
  }

  app.get('/*', { errorHandler: tooManyPages(languages) }, async (request, reply) => {
    if (NOT_PAGES.test(request.url)) {
      reply.callNotFound()
      return reply
    }
    await request.countCall()
    const token = readSessionCookie(request)
    const renderer = await rendererOf(request.url)
    const { page, language, handle } = renderer
    // Pages are made for one person. With a session nothing of them is kept, or "Back" would show it after signing out.
    const lifetime = token === null ? 'private, no-cache' : 'no-store'
    const mayBeShared = !development && token === null && request.method === 'GET'
    const kept = mayBeShared ? await serveShared(request, reply.cspNonce.script, renderer) : null
    if (kept) {
      void reply.header('Cache-Control', lifetime)
      sendHead(kept, reply)
      return reply.send(kept.body)
    }
    await request.countCall(RENDERING)
    let retryAfter: string | null = null
    const context = page.createLoadContext({
      transport: inProcess(app, request, { token, onAway: (seconds) => (retryAfter = seconds) }),
      hasToken: token !== null,
      nonce: reply.cspNonce.script,
      language,
      languages,
      isShared: false,
      publicUrl,
      drawCard,
    })
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    const response = await handle(webRequest(request, gone.signal), context)
    if (!response.headers.has('Cache-Control')) void reply.header('Cache-Control', lifetime)
    sendHead(response, reply)
    // The page failed because the API is away, which is no fault of the page.
    if ((response.status === 500 || response.status === 503) && retryAfter !== null) {
      void reply.status(503).header('Retry-After', retryAfter)
    }
    return response.body ? reply.send(Readable.fromWeb(response.body as NodeStream)) : reply.send()
  })
}
