import type { Telemetry as Settings } from '#contract/site.ts'
import type { Telemetry } from '#web/lib/telemetry.ts'
import { publicPath } from './addresses.ts'

/** What an address may say of the campaign that led here. */
const CAMPAIGN = /^(?:utm_\w+|ref)$/

function campaignOf(search: string): string {
  const kept = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => CAMPAIGN.test(name)),
  ).toString()
  return kept === '' ? '' : `?${kept}`
}

/** Where a visitor came from, if from another site: its origin, as what stands behind that is not ours to tell. */
function sourceOf(referrer: string): string | null {
  const url = URL.parse(referrer)
  return url === null || url.origin === window.location.origin ? null : url.origin
}

/** Sends page views and events as Plausible's own script does. */
export function createPageViews({
  url,
  site,
}: NonNullable<Settings['pageViews']>): Pick<Telemetry, 'pageView' | 'event'> {
  const { origin, hostname } = window.location
  let page = window.location.pathname
  // Of the first page alone: whoever goes on from there comes from here.
  let arrival = { search: campaignOf(window.location.search), referrer: document.referrer }

  function send(name: string, props?: Record<string, string | number | boolean>): void {
    const body = JSON.stringify({
      name,
      url: `${origin}${publicPath(page)}${arrival.search}`,
      domain: site ?? hostname,
      referrer: sourceOf(arrival.referrer),
      ...(props && { props }),
    })
    // Text, as JSON would be asked about first; and no cookie goes along. What does not arrive is not counted.
    const headers = { 'Content-Type': 'text/plain' }
    void fetch(url, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(
      () => undefined,
    )
  }

  let isFirst = true
  return {
    pageView(path) {
      if (!isFirst) arrival = { search: '', referrer: '' }
      isFirst = false
      page = path
      send('pageview')
    },
    event: (name, properties) => send(name, properties),
  }
}
