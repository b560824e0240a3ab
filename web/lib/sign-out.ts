import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, call, TOKEN_COOKIE, VIEW_COOKIE } from './api.ts'
import { leaveAfresh, removeBrowserData } from './browser-data.ts'
import { writeCookie } from './cookies.ts'

/**
 * Removes the session and everything stored in this browser, then reloads on a page: the next user of the device must see no data
 * of this account.
 * @param flash said on the page that comes
 */
export async function forgetSession(path: string, flash?: string): Promise<void> {
  writeCookie(TOKEN_COOKIE, '', 0)
  await removeBrowserData()
  leaveAfresh(path, flash)
}

/**
 * Signs out here and on the server, then opens a page again; the session is forgotten here even if the server is away. What is
 * being read is abandoned before, as it would be refused.
 */
export function useSignOut(): (path: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (path) => {
      await client.cancelQueries()
      // Whoever sees the site as somebody else signs out of their own session.
      writeCookie(VIEW_COOKIE, '', 0)
      const request = call(api.accounts.logout, { body: {} })
      await request.catch(() => undefined)
      await forgetSession(path)
    },
    [client],
  )
}
