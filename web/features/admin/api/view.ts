import { api, call, TOKEN_COOKIE } from '#web/lib/api.ts'
import { readCookie, writeCookie } from '#web/lib/cookies.ts'

/** Where the administrator's own session waits while this tab shows the site as somebody else sees it. */
const OWN_TOKEN = 'own-session'
const WEEK_SECONDS = 604_800

/** Shows the site as a person sees it, from its first page on. */
export async function startView(user: string, reason: string): Promise<void> {
  const { key, until } = await call(api.adminViews.open, { params: { id: user }, body: { reason } })
  sessionStorage.setItem(OWN_TOKEN, readCookie(TOKEN_COOKIE) ?? '')
  writeCookie(TOKEN_COOKIE, key, Math.ceil((Date.parse(until) - Date.now()) / 1000))
  window.location.assign('/')
}

/** Ends that, and goes back to the page of the person. */
export async function endView(back: string): Promise<void> {
  try {
    await call(api.adminViews.close, { body: {} })
  } finally {
    // Over already, it ended by itself.
    const own = sessionStorage.getItem(OWN_TOKEN)
    sessionStorage.removeItem(OWN_TOKEN)
    // Another tab has it: that one goes back to it, this one has to log in.
    if (own !== null && own !== '') writeCookie(TOKEN_COOKIE, own, WEEK_SECONDS)
    window.location.assign(back)
  }
}
