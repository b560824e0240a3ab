import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Me } from '#contract/users.ts'
import { api, ApiError, call, TOKEN_COOKIE } from './api.ts'
import { leaveAfresh, removeBrowserData } from './browser-data.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { queryKeys } from './query-keys.ts'

const TOKEN_LIFETIME_SECONDS = 604_800

/** Reads the signed-in person; null without a session, and when it has ended, whose cookie then goes. */
async function readMe(): Promise<Me | null> {
  if (readCookie(TOKEN_COOKIE) === null) return null
  try {
    return await call(api.users.me, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    writeCookie(TOKEN_COOKIE, '', 0)
    return null
  }
}

export interface Session {
  me: Me | null
  isLoggedIn: boolean
  isPaid: boolean
}

/**
 * Who is signed in. The server fills this in for the first page. Whether there is a token is asked when it is read and not by
 * `enabled`, which would look for the cookie several times for each component: that took 150 ms of a phone's first page.
 */
export function useSession(): Session {
  const { data: me = null } = useQuery({ queryKey: queryKeys.me, queryFn: readMe })
  const isLoggedIn = Boolean(me?.email)
  return { me, isLoggedIn, isPaid: isLoggedIn && me?.plan.name !== 'free' }
}

/**
 * Stores a session token and fetches its person.
 * @throws {ApiError} when the person cannot be read
 */
export async function startSession(client: QueryClient, key: string): Promise<Me | null> {
  writeCookie(TOKEN_COOKIE, key, TOKEN_LIFETIME_SECONDS)
  const me = await readMe()
  client.setQueryData(queryKeys.me, me)
  return me
}

/**
 * Forgets the session in this browser and opens a page anew: whoever comes next finds nothing of this person.
 * @param flash said on the page that comes
 */
export async function forgetSession(path: string, flash?: string): Promise<void> {
  writeCookie(TOKEN_COOKIE, '', 0)
  await removeBrowserData()
  leaveAfresh(path, flash)
}

/**
 * Signs out here and on the server, then opens a page anew; the session is forgotten here even if the server is away. What is
 * being read is abandoned before, as it would be refused.
 */
export function useSignOut(): (path: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (path) => {
      await client.cancelQueries()
      const request = call(api.accounts.logout, { body: {} })
      await request.catch(() => undefined)
      await forgetSession(path)
    },
    [client],
  )
}
