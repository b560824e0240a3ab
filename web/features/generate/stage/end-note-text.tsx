import { Deferred } from '#web/ui/deferred.tsx'
import type { EndNote } from './end-note.ts'

// Few jobs end badly.
const loadWays = () => import('./end-note-ways.tsx').then(({ EndNoteWays }) => EndNoteWays)

/** What is said about an ended job, with the ways on; of one whose engine is away, to what works. */
export function EndNoteText({ job, note: { text, isEngineAway } }: { job: string; note: EndNote }) {
  return (
    <>
      {text} <Deferred load={loadWays} props={{ job, isEngineAway }} />
    </>
  )
}
