import type { MantineColorSchemeManager } from '@mantine/core'
import { readCookie, writeCookie } from './cookies.ts'

export const DARK_MODE_COOKIE = 'darkMode'
const ONE_YEAR_SECONDS = 31_536_000

/** Whether a cookie header asks for the dark scheme, which is the default. */
export function darkModeOf(cookieHeader: string | null): boolean {
  return !/(?:^|;\s*)darkMode=false(?:;|$)/.test(cookieHeader ?? '')
}

/** Keeps the colour scheme in a cookie, so that the server renders the page in it. */
export const cookieColorSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const cookie = readCookie(DARK_MODE_COOKIE)
    if (cookie === null) return fallback
    return cookie === 'false' ? 'light' : 'dark'
  },
  set(value) {
    writeCookie(DARK_MODE_COOKIE, String(value !== 'light'), ONE_YEAR_SECONDS)
  },
  subscribe() {},
  unsubscribe() {},
  clear() {
    writeCookie(DARK_MODE_COOKIE, '', 0)
  },
}
