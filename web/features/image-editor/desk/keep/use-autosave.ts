import { useEffect } from 'react'
import type { EditorDocument } from '../document/document.ts'
import { save, useEditor } from '../editor-store.ts'
import { checkProject } from './open-project.ts'
import { useProject } from './project-link.ts'
import { syncProject } from './sync-project.ts'

const EVERY_MS = 5000
/** On the server at least so often while somebody goes on and on; else in a pause. */
const SERVER_MS = 20_000
/** After a save that failed. */
const AGAIN_MS = 30_000

/**
 * Keeps what was done in this browser every few seconds and when the page is left, and among one's projects on the server.
 *
 * @param isSignedIn whether there are projects
 */
export function useAutosave(isSignedIn: boolean): void {
  useEffect(() => {
    let before: EditorDocument | null = null
    let sentAt = Date.now()
    const onTime = async (): Promise<void> => {
      await save()
      if (!isSignedIn) return
      const { document } = useEditor.getState()
      const isPause = document === before
      before = document
      const since = Date.now() - sentAt
      const isFailing = useProject.getState().state === 'failed'
      if (isFailing ? since < AGAIN_MS : !isPause && since < SERVER_MS) return
      sentAt = Date.now()
      await syncProject()
    }
    const timer = setInterval(() => void onTime(), EVERY_MS)
    const leave = async (): Promise<void> => {
      await save()
      if (isSignedIn) await syncProject()
    }
    const onVisible = () => {
      if (document.visibilityState === 'hidden') void leave()
      else if (isSignedIn) void checkProject()
    }
    if (isSignedIn) void checkProject()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      void leave()
    }
  }, [isSignedIn])
}
