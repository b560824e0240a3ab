import { safePath } from '#contract/safe-path.ts'

const KEY = 'wayBack'
const LASTS_MS = 86_400_000

/**
 * Keeps where somebody was before leaving the site: the link in the verification mail, which often opens in
 * another tab, and the payment page know nothing of it.
 */
export function keepWayBack(path: string | null): void {
  try {
    if (path === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Without storage the person lands on the brand's first page.
  }
}

/** Where somebody was, for a day; a path of this site, or null. */
export function readWayBack(): string | null {
  try {
    const { path, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    if (typeof path !== 'string' || typeof at !== 'number') return null
    return Date.now() - at < LASTS_MS ? safePath(path) : null
  } catch {
    return null
  }
}
