import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { draftStore } from '../batch/draft-store.ts'

let restored = false

/**
 * Reads what the tab was at, and takes the image that a link names (`image`), which then leaves the address: what is
 * chosen later is not to be undone by a reload.
 */
export function useLinkedImage(choose: (id: string) => void): void {
  const { isLoggedIn } = useSession()
  const [search, setSearch] = useSearchParams()
  const image = search.get('image')
  // The address changes later than the choice: meanwhile the same link must not be taken again.
  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (!restored) void draftStore.persist.rehydrate()
    restored = true
    // A visitor takes it along to the login page.
    if (!isLoggedIn || image === taken.current) return
    taken.current = image
    if (image === null) return
    choose(image)
    setSearch(
      (current) => {
        const rest = new URLSearchParams(current)
        rest.delete('image')
        return rest
      },
      { replace: true, preventScrollReset: true },
    )
  }, [image, isLoggedIn, choose, setSearch])
}
