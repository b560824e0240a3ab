import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useSignOut } from '#web/lib/session.ts'

/** Signs out and goes home. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return useCallback(async () => {
    await signOut()
    await navigate(paths.home.link())
  }, [navigate, signOut])
}
