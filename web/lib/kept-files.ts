import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useSession } from './session.ts'

interface KeptFiles {
  slot: string
  /** The page that they were given to. */
  path: string
  files: readonly File[]
}

/** Only in memory: a photo of somebody who is not logged in is stored nowhere. */
let kept: KeptFiles | null = null

/** The page to which somebody gave files before logging in; null if there are none. */
export const pathOfKeptFiles = (): string | null => kept?.path ?? null

/**
 * Gives a page the files that somebody chose on another one, as soon as they are on it and may upload.
 * @param slot of the page, as `useKeptFiles` there names it
 */
export function keepFilesFor(slot: string, path: string, files: readonly File[]): void {
  kept = { slot, path, files }
}

/**
 * Keeps the files that somebody gives a page before they log in or register, and hands them on once they are back on it
 * and may upload.
 * @param slot names the place that takes them, among those of all pages
 * @returns keeps files, in the place of earlier ones
 */
export function useKeptFiles(
  slot: string,
  send: (files: readonly File[]) => void,
): (files: readonly File[]) => void {
  const { me } = useSession()
  const { pathname, search } = useLocation()
  const mayUpload = me?.email_verified === true
  const handOn = useEffectEvent(() => {
    if (kept?.slot !== slot) return
    const { files } = kept
    kept = null
    send(files)
  })
  useEffect(() => {
    if (mayUpload) handOn()
  }, [mayUpload])
  return (files) => {
    kept = { slot, path: `${pathname}${search}`, files }
  }
}
