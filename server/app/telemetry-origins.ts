import type { Config } from '#server/config/index.ts'

/** An address of this site needs no origin. */
const originsOf = (url: string | undefined): string[] =>
  url === undefined || url.startsWith('/') ? [] : [new URL(url).origin]

/** What the policy of pages must let through of what is configured, for scripts and for frames. */
export function telemetryOrigins({ pageViews, errors, chat }: Config['telemetry']): {
  connect: string[]
  frame: string[]
} {
  return {
    connect: [...originsOf(pageViews?.url), ...originsOf(errors?.tunnel ?? errors?.dsn)],
    frame: chat?.url.startsWith('/') ? ["'self'"] : originsOf(chat?.url),
  }
}
