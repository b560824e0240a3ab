import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError, type Transport } from '#contract/client.ts'
import { callerOver } from '#web/lib/calls.ts'
import { type ServerRequest, serverRequestContext } from '#web/lib/server-context.ts'
import { runInLanguage } from './server-languages.ts'
import { NonceContext } from './nonce.ts'

const STREAM_TIMEOUT_MS = 5_000

/** The router that this build was made with: the HTTP server must not mix it with another copy. */
export { createRequestHandler } from 'react-router'
export { languageOf, buildOf } from './server-languages.ts'
export { sharedPageOf } from './public-pages.ts'

/** What the HTTP server hands to the page's loaders; it finds this function in the build. */
export function createLoadContext(request: {
  transport: Transport
  hasToken: boolean
  nonce: string
  language: string
  languages: readonly string[]
  isShared: boolean
  publicUrl: string
  drawCard: ServerRequest['drawCard']
}): RouterContextProvider {
  const context = new RouterContextProvider()
  const { transport, ...rest } = request
  context.set(serverRequestContext, { call: callerOver(transport), ...rest })
  return context
}

/** What the API answered with a fault of the server is in the server's own log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isLogged = error instanceof ApiError && error.status >= 500
  if (!isLogged && !request.signal.aborted) console.error(error)
}

/** Renders a page; crawlers wait for all of it, and so does what is kept for others. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, language, isShared } = loadContext.get(serverRequestContext)
  const waits = isShared || isbot(request.headers.get('user-agent') ?? '')
  const ready = waits ? 'onAllReady' : 'onShellReady'

  return runInLanguage(
    language,
    () =>
      new Promise((resolve, reject) => {
        let rendered = false
        let finalStatus = status
        const { pipe, abort } = renderToPipeableStream(
          <NonceContext value={nonce}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </NonceContext>,
          {
            nonce,
            [ready]() {
              rendered = true
              const body = new PassThrough({
                final(done) {
                  clearTimeout(timer)
                  done()
                },
              })
              headers.set('Content-Type', 'text/html; charset=utf-8')
              pipe(body)
              resolve(
                new Response(createReadableStreamFromReadable(body), {
                  headers,
                  status: finalStatus,
                }),
              )
            },
            onShellError: reject,
            onError(error: unknown) {
              finalStatus = 500
              if (rendered) console.error(error)
            },
          },
        )
        const timer = setTimeout(abort, STREAM_TIMEOUT_MS)
      }),
  )
}
