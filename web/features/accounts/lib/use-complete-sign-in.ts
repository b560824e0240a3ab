import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { pathOfKeptFiles } from '#web/lib/kept-files.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { startSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { keepWayBack } from '#web/lib/way-back.ts'

/** Stores the session and goes on: to what the person came for or was at, the landing page, or home. */
export function useCompleteSignIn(): (
  key: string,
  /** Runs between the two. */
  onSignedIn?: () => Promise<void>,
) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { site } = useSite()
  return useCallback(
    async (key, onSignedIn) => {
      await startSession(client, key)
      await onSignedIn?.()
      keepWayBack(null)
      const next = nextPathOf(new URLSearchParams(search)) ?? pathOfKeptFiles()
      await navigate(next ?? (site.defaultLoggedInLanding || paths.home.link()))
    },
    [client, navigate, search, site],
  )
}
