import { useRef, useState } from 'react'
import type { TrainingPhoto } from '#contract/lora-trainings.ts'
import {
  duplicateOf,
  judgePixels,
  nearestPattern,
  type PixelFinding,
  type PixelLook,
  SAME_PATTERN,
} from '#contract/photo-coach.ts'
import { messageOf } from '#web/lib/errors.ts'
import { usePhotoActions } from '../api/use-studios.ts'
import { noteChecking } from './checked-photos.ts'
import { lookInBrowser } from './look-in-browser.ts'

interface QueuedPhoto {
  /** Of this queue. */
  id: number
  name: string
  file: File
  /** null: not looked at yet, or it cannot be shown here. */
  patterns: Pick<PixelLook, 'pattern' | 'mirrored'> | null
  /** What is seen here already; null: not looked at yet, or it cannot be shown here. */
  findings: PixelFinding[] | null
}

/**
 * Sends photos one after the other, so that each is compared with those before it. What their pixels tell is said at once; the faces are
 * looked at on the server.
 */
export function usePhotoQueue(studio: string, photos: readonly Pick<TrainingPhoto, 'pattern'>[]) {
  const { add } = usePhotoActions(studio)
  const [waiting, setWaiting] = useState<readonly QueuedPhoto[]>([])
  const [problems, setProblems] = useState<readonly (QueuedPhoto & { message: string })[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)

  async function look({ id, file }: QueuedPhoto): Promise<void> {
    const seen = await lookInBrowser(file)
    if (!seen) return
    setWaiting((before) =>
      before.map((one) =>
        one.id === id ? { ...one, patterns: seen, findings: judgePixels(seen) } : one,
      ),
    )
  }

  async function send(photo: QueuedPhoto): Promise<void> {
    try {
      await add.mutateAsync(photo.file)
    } catch (error) {
      setProblems((before) => [...before, { ...photo, message: messageOf(error) }])
    }
    setWaiting((before) => before.filter(({ id }) => id !== photo.id))
    noteChecking(studio, -1)
  }

  return {
    /** Those that are being sent or wait, in their order. */
    waiting: withDuplicates(
      photos.map(({ pattern }) => pattern),
      waiting,
    ),
    /** Those that were not taken. */
    problems,
    add(files: readonly File[]): void {
      const added = files.map((file): QueuedPhoto => ({
        id: count.current++,
        name: file.name,
        file,
        patterns: null,
        findings: null,
      }))
      setProblems([])
      noteChecking(studio, added.length)
      setWaiting((before) => [...before, ...added])
      for (const photo of added) {
        void look(photo)
        last.current = last.current.then(() => send(photo))
      }
    },
  }
}

/** The later one of two is the one to delete, as on the server. */
function withDuplicates(
  there: readonly string[],
  waiting: readonly QueuedPhoto[],
): readonly QueuedPhoto[] {
  const known: (string | null)[] = [...there]
  return waiting.map((photo) => {
    const { patterns, findings } = photo
    const twin = known.findIndex(
      (other) =>
        patterns !== null && other !== null && nearestPattern(patterns, other) <= SAME_PATTERN,
    )
    known.push(patterns?.pattern ?? null)
    return twin >= 0 && findings
      ? { ...photo, findings: [...findings, duplicateOf(twin + 1)] }
      : photo
  })
}
