import { api, call, VIEW_COOKIE } from '#web/lib/api.ts'
import { writeCookie } from '#web/lib/cookies.ts'

/** Shows the site as a person sees it, from its first page on, in all tabs of this browser. */
export async function startView(user: string, reason: string): Promise<void> {
  const { key, until } = await call(api.adminViews.open, { params: { id: user }, body: { reason } })
  // It goes when its time is over, wherever this tab is then, and the administrator's own session is there again.
  writeCookie(VIEW_COOKIE, key, Math.ceil((Date.parse(until) - Date.now()) / 1000))
  window.location.assign('/')
}

/** Ends that, and goes back to the page of the person. */
export async function endView(back: string): Promise<void> {
  try {
    await call(api.adminViews.close, { body: {} })
  } finally {
    // Where closing fails it ended by itself.
    writeCookie(VIEW_COOKIE, '', 0)
    window.location.assign(back)
  }
}
