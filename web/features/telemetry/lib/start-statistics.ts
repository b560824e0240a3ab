import type { Telemetry as Settings } from '#contract/site.ts'
import { setTelemetry, type Telemetry } from '#web/lib/telemetry.ts'
import type { ErrorReports } from './error-reports.ts'
import { createPageViews } from './page-views.ts'

/** Loaded once a page: the client of Sentry begins to listen with it. */
let reports: Promise<ErrorReports | null> | null = null

async function loadReports(
  settings: NonNullable<Settings['errors']>,
  isAllowed: () => boolean,
): Promise<ErrorReports | null> {
  try {
    const { startErrorReports } = await import('./error-reports.ts')
    return startErrorReports(settings, isAllowed)
  } catch {
    // Some browsers refuse it on purpose, and the page is none the worse for it.
    return null
  }
}

/**
 * Lets page views, events and errors out.
 * @param isAllowed asked again before anything is sent
 * @returns stops it
 */
export function startStatistics(
  { pageViews, errors }: Settings,
  isAllowed: () => boolean,
): () => void {
  const views = pageViews && createPageViews(pageViews)
  if (errors) reports ??= loadReports(errors, isAllowed)
  const setEnabled = async (enabled: boolean) => (await reports)?.setEnabled(enabled)
  const report = async (error: unknown) => (await reports)?.report(error)
  void setEnabled(true)
  const receiver: Telemetry = {
    pageView: (path) => isAllowed() && views?.pageView(path),
    event: (name, properties) => isAllowed() && views?.event(name, properties),
    report: (error) => void report(error),
  }
  setTelemetry(receiver)
  return () => {
    setTelemetry(null)
    void setEnabled(false)
  }
}
