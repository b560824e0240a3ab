import type { Telemetry } from '#contract/site.ts'
import type { ErrorReportsTarget } from '#server/platform/error-reports.ts'
import type { Settings } from './settings.ts'

/** Where the app itself receives what pages tell others. */
const SINK: Telemetry = {
  pageViews: { url: '/dev/telemetry/api/event', site: null },
  // Errors go through the tunnel; the DSN is only there to be one.
  errors: { dsn: 'https://sink@localhost/1', tunnel: '/dev/telemetry/envelope' },
  chat: { url: '/dev/telemetry/chat?language={language}' },
}

/** What pages may tell others, by the settings. */
export function telemetryOf(settings: Settings): Telemetry {
  if (settings.TELEMETRY_SINK) return SINK
  const { PLAUSIBLE_URL, PLAUSIBLE_SITE, SENTRY_DSN, CHAT_URL } = settings
  return {
    pageViews:
      PLAUSIBLE_URL === undefined
        ? null
        : {
            url: `${PLAUSIBLE_URL.replace(/\/+$/, '')}/api/event`,
            site: PLAUSIBLE_SITE ?? null,
          },
    errors: SENTRY_DSN === undefined ? null : { dsn: SENTRY_DSN, tunnel: null },
    chat: CHAT_URL === undefined ? null : { url: CHAT_URL },
  }
}

/**
 * Where errors of the server go, by the settings; null: into its log alone.
 * @param ownUrl where this process reaches itself
 */
export function errorReportsOf(settings: Settings, ownUrl: string): ErrorReportsTarget | null {
  const { TELEMETRY_SINK, SENTRY_SERVER_DSN } = settings
  if (TELEMETRY_SINK && SINK.errors) {
    const { dsn, tunnel } = SINK.errors
    return { dsn, tunnel: `${ownUrl}${tunnel}` }
  }
  return SENTRY_SERVER_DSN === undefined ? null : { dsn: SENTRY_SERVER_DSN, tunnel: null }
}
