import { useCallback } from 'react'
import { paths } from '#contract/paths.ts'
import { useSignOut } from '#web/lib/sign-out.ts'

/** Signs out and goes home. */
export function useLogout(): () => Promise<void> {
  const signOut = useSignOut()
  return useCallback(() => signOut(paths.home.link()), [signOut])
}
