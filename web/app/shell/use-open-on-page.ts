import { useState } from 'react'
import { useWhere } from '#web/lib/use-where.ts'

/** Whether a menu is open; it closes when the page changes and when somebody signs in or out. */
export function useOpenOnPage(
  startsOpen = false,
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const here = useWhere()
  const [openedAt, setOpenedAt] = useState<string | null>(startsOpen ? here : null)
  return [openedAt === here, (isOpen) => setOpenedAt(isOpen ? here : null)]
}
