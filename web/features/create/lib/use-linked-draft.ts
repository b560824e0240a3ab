import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '../texts.ts'
import { formStore } from '#web/features/generate/lib/form-store.ts'
import { followLink } from './follow-link.ts'
import { LINK_NAMES } from '#web/lib/link-names.ts'
import { sourceStore } from '#web/features/generate/lib/source-store.ts'

const LINKED = [...LINK_NAMES, 'image']
/** History entries of this tab whose links have filled the draft: going back to one keeps what was written since. */
const FOLLOWED = 'create-links-followed'
const MOST = 50

/** The part of an address that fills the draft. */
function linkOf(search: string): string {
  const all = new URLSearchParams(search)
  const own = new URLSearchParams(
    LINKED.flatMap((name) => (all.has(name) ? [[name, all.get(name)!]] : [])),
  )
  return own.toString()
}

function readFollowed(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(FOLLOWED) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** A reloaded page keeps the draft; an address that was typed or opened fills it again. */
const isOpenedAnew = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation')
  return !(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate'
}

/** True for the first page of this document. */
let isFirst = true

function isNew(mark: string): boolean {
  const followed = readFollowed()
  const fresh = !followed.includes(mark) || (isFirst && isOpenedAnew())
  const marks = [...followed.filter((one) => one !== mark), mark].slice(-MOST)
  sessionStorage.setItem(FOLLOWED, JSON.stringify(marks))
  return fresh
}

/**
 * Reads the draft of earlier visits, and fills it from the link that led here, now and whenever another one does.
 * The link stays in the address, for sharing and for bookmarks.
 */
export function useLinkedDraft(): void {
  const t = useTexts()
  const { key, search } = useLocation()
  const link = linkOf(search)
  const before = useRef<{ link: string; search: string } | null>(null)
  useEffect(() => {
    if (before.current === null) {
      void formStore.persist.rehydrate()
      void sourceStore.persist.rehydrate()
    }
    // Opening and closing a picture changes the address, too.
    const same = before.current?.link === link && before.current.search !== search
    before.current = { link, search }
    const fresh = isNew(`${key} ${link}`)
    isFirst = false
    if (link !== '' && fresh && !same) followLink(new URLSearchParams(link), t)
  }, [key, link, search, t])
}
