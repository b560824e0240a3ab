import {
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser'
import type { Telemetry as Settings } from '#contract/site.ts'
import { publicPath, withoutSecrets } from './addresses.ts'

/** What the specification names: all traces, replays of every error and of a tenth of all other visits. */
const SAMPLES = {
  tracesSampleRate: 1,
  replaysOnErrorSampleRate: 1,
  replaysSessionSampleRate: 0.1,
}

/** A value with all addresses in it made public; bytes are nothing that we send. */
function scrub<T>(value: T): T {
  if (typeof value === 'string') return withoutSecrets(value) as T
  if (Array.isArray(value)) return value.map(scrub) as T
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, scrub(inner)])) as T
}

type Transport = ReturnType<typeof makeFetchTransport>
type Envelope = Parameters<Transport['send']>[0]
type Item = [header: { length?: number }, payload: unknown]

/** What stands before the payload of an item may say how long that is. */
export function scrubItem([header, payload]: Item): Item {
  const scrubbed = scrub(payload)
  const length = typeof scrubbed === 'string' && new TextEncoder().encode(scrubbed).length
  return [header.length !== undefined && length ? { ...header, length } : header, scrubbed]
}

/** Lets nothing out that is not allowed at that moment, and no address that opens a door. */
function guarded(transport: Transport, isAllowed: () => boolean): Transport {
  return {
    ...transport,
    send: async ([header, items]) =>
      isAllowed() ? transport.send([header, (items as Item[]).map(scrubItem)] as Envelope) : {},
  }
}

export interface ErrorReports {
  /** Sends an error that was caught. */
  report(error: unknown): void
  /** Turns all sending off, or on again. */
  setEnabled(enabled: boolean): void
}

/**
 * Starts Sentry's client: uncaught errors, traces, and replays that show neither texts nor images. Call it once a page.
 * @param isAllowed asked before anything is sent
 */
export function startErrorReports(
  { dsn, tunnel }: NonNullable<Settings['errors']>,
  isAllowed: () => boolean,
): ErrorReports {
  const client = init({
    dsn,
    ...(tunnel !== null && { tunnel }),
    ...SAMPLES,
    integrations: [
      browserTracingIntegration({
        beforeStartSpan: (span) => ({ ...span, name: publicPath(span.name) }),
      }),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // Packed they could not be read again before they leave.
        useCompression: false,
      }),
    ],
    // Our calls carry nothing of it.
    tracePropagationTargets: [],
    // Whole traces, which other servers than Sentry's own read as well.
    traceLifecycle: 'static',
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    transport: (options) => guarded(makeFetchTransport(options), isAllowed),
  })
  return {
    report: (error) => void captureException(error),
    setEnabled(enabled) {
      if (client) client.getOptions().enabled = enabled
    },
  }
}
