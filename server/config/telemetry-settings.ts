import { z } from 'zod'
import { fault } from '#contract/said.ts'
import { fromStart, httpUrl, live, note, switchedOn } from './values.ts'

const NOTHING = 'none: nothing is sent'

/** Public by design: it says where errors go, and who may send some. */
const dsn = httpUrl.refine((text) => {
  const { username, pathname } = new URL(text)
  return username !== '' && /\/\w+$/.test(pathname)
}, fault('settings.dsn'))

/** What pages tell others, each once a visitor allows it, and what the server tells of itself. */
export const TELEMETRY = {
  PLAUSIBLE_URL: live(
    httpUrl.optional(),
    'Server that counts page views and events as Plausible does, `https://plausible.io`. Visitors are asked before',
    NOTHING,
  ),
  PLAUSIBLE_SITE: live(
    z.string().optional(),
    'What the site is called there',
    'the host of the page',
  ),
  SENTRY_DSN: live(
    dsn.optional(),
    'Where errors, traces and replays of pages go, in the protocol of Sentry: `https://KEY@HOST/PROJECT`. Visitors are asked before',
    NOTHING,
  ),
  SENTRY_SERVER_DSN: fromStart(
    dsn.optional(),
    'Where errors of the server itself go, in the same protocol, without names, email addresses or what was asked for. May be the same',
    NOTHING,
  ),
  CHAT_URL: live(
    httpUrl.optional(),
    'Page of a support chat for paying customers, shown in a frame: `https://go.crisp.chat/chat/embed/?website_id=ID&locale={language}`. They are asked before',
    'none: the chat of the app itself, which is the newest ticket of the customer',
  ),
  TELEMETRY_SINK: note(
    switchedOn,
    '`1` sends all of it to the page `/dev/telemetry` and nothing elsewhere, to see what would be sent. Only where this machine alone reaches the app',
    '`0`',
  ),
}
