import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/users.ts'
import { api, ApiError, call, TOKEN_COOKIE, VIEW_COOKIE } from './api.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { queryKeys } from './query-keys.ts'

const TOKEN_LIFETIME_SECONDS = 604_800

/**
 * Reads the signed-in person; null without a session, and when it has ended, whose cookie then goes. Whoever saw the site as
 * somebody else, who may be banned meanwhile, has a session of their own.
 */
async function readMe(): Promise<Me | null> {
  for (const cookie of [VIEW_COOKIE, TOKEN_COOKIE]) {
    if (readCookie(cookie) === null) continue
    try {
      return await call(api.users.me, {})
    } catch (error) {
      const isOver =
        error instanceof ApiError &&
        (error.status === 401 || (cookie === VIEW_COOKIE && error.code === 'account_banned'))
      if (!isOver) throw error
      writeCookie(cookie, '', 0)
    }
  }
  return null
}

export interface Session {
  me: Me | null
  isLoggedIn: boolean
  isPaid: boolean
  /** Whether buying is offered: an account that is limited buys nothing. */
  canBuy: boolean
}

/**
 * Who is signed in. The server fills this in for the first page. Whether there is a token is asked when it is read and not by
 * `enabled`, which would look for the cookie several times for each component: that took 150 ms of a phone's first page.
 */
export function useSession(): Session {
  const { data: me = null } = useQuery({ queryKey: queryKeys.me, queryFn: readMe })
  const isLoggedIn = Boolean(me?.email)
  return {
    me,
    isLoggedIn,
    isPaid: isLoggedIn && me?.plan.name !== 'free',
    canBuy: !me?.limited,
  }
}

/**
 * Stores a session token and fetches its person.
 * @throws {ApiError} when the person cannot be read
 */
export async function startSession(client: QueryClient, key: string): Promise<Me | null> {
  writeCookie(VIEW_COOKIE, '', 0)
  writeCookie(TOKEN_COOKIE, key, TOKEN_LIFETIME_SECONDS)
  const me = await readMe()
  client.setQueryData(queryKeys.me, me)
  return me
}
