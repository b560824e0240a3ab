import { useRef, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { usePhotoActs } from '../api/use-studios.ts'

/** Sends photos one after the other, so that each is compared with those before it. */
export function usePhotoQueue(studio: string) {
  const { add } = usePhotoActs(studio)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly { name: string; message: string }[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())

  async function send(file: File): Promise<void> {
    try {
      await add.mutateAsync(file)
    } catch (error) {
      setProblems((before) => [...before, { name: file.name, message: messageOf(error) }])
    }
    setWaiting((before) => before.slice(1))
  }

  return {
    /** Names of those that are being sent or wait, in their order. */
    waiting,
    /** Those that were not taken. */
    problems,
    add(files: readonly File[]): void {
      setProblems([])
      setWaiting((before) => [...before, ...files.map(({ name }) => name)])
      for (const file of files) last.current = last.current.then(() => send(file))
    },
  }
}
