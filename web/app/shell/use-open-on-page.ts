import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/lib/session.ts'

/** Whether a menu is open; it closes when the page changes and when somebody signs in or out. */
export function useOpenOnPage(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const { me } = useSession()
  const here = `${key} ${me?.id ?? ''}`
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  return [openedAt === here, (isOpen) => setOpenedAt(isOpen ? here : null)]
}
