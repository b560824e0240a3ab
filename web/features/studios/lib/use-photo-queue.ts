import { useRef, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { usePhotoActs } from '../api/use-studios.ts'

interface QueuedPhoto {
  /** Of this queue. */
  id: number
  name: string
  file: File
}

/** Sends photos one after the other, so that each is compared with those before it. */
export function usePhotoQueue(studio: string) {
  const { add } = usePhotoActs(studio)
  const [waiting, setWaiting] = useState<readonly QueuedPhoto[]>([])
  const [problems, setProblems] = useState<readonly (QueuedPhoto & { message: string })[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)

  async function send(photo: QueuedPhoto): Promise<void> {
    try {
      await add.mutateAsync(photo.file)
    } catch (error) {
      setProblems((before) => [...before, { ...photo, message: messageOf(error) }])
    }
    setWaiting((before) => before.filter(({ id }) => id !== photo.id))
  }

  return {
    /** Those that are being sent or wait, in their order. */
    waiting,
    /** Those that were not taken. */
    problems,
    add(files: readonly File[]): void {
      const photos = files.map((file) => ({ id: count.current++, name: file.name, file }))
      setProblems([])
      setWaiting((before) => [...before, ...photos])
      for (const photo of photos) last.current = last.current.then(() => send(photo))
    },
  }
}
