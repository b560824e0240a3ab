import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ApiError, call } from '#web/lib/api.ts'
import type { UploadedImage } from '#contract/uploaded-images.ts'
import { messageOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** A file on its way; one that has arrived is among the uploads and no longer here. */
export interface QueuedUpload {
  key: number
  file: File
  /** What share has been sent, 0 to 1. */
  sent: number
  /** Why it was not taken; null while it is on its way. */
  problem: string | null
}

/** Fewer than the server takes of one person at once. */
const AT_ONCE = 3
const TRIES = 5
const SECOND_MS = 1000

/** Sends one file; waits and tries again while the server has too much to do. */
async function send(file: Blob, onProgress: (share: number) => void): Promise<UploadedImage> {
  for (let attempt = 1; ; attempt++) {
    const form = new FormData()
    form.append('image', file)
    try {
      return await call(api.uploadedImages.upload, { query: {}, body: form }, { onProgress })
    } catch (error) {
      const wait = error instanceof ApiError ? error.retryAfterSeconds : null
      if (wait === null || wait > 30 || attempt === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, wait * SECOND_MS))
    }
  }
}

/**
 * Sends files, a few at a time; each fails on its own.
 * @param options.prepare what is sent in place of a file
 * @param options.onSent told of each upload that has arrived
 */
export function useUploadQueue({
  prepare,
  onSent,
}: {
  prepare?: (file: File) => Promise<Blob>
  onSent?: (image: UploadedImage) => void
} = {}): {
  uploads: readonly QueuedUpload[]
  add(files: readonly File[]): void
  retry(key: number): void
  /** Takes one off the list; whatever becomes of it is not told. */
  dismiss(key: number): void
} {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly QueuedUpload[]>([])
  const waiting = useRef<QueuedUpload[]>([])
  const running = useRef(0)
  const lastKey = useRef(0)
  const dismissed = useRef(new Set<number>())

  const change = (key: number, changes: Partial<QueuedUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const takeOff = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  const run = async ({ key, file }: QueuedUpload) => {
    try {
      const body = prepare ? await prepare(file) : file
      const image = await send(body, (sent) => change(key, { sent }))
      if (!dismissed.current.has(key)) onSent?.(image)
      await client.invalidateQueries({ queryKey: queryKeys.uploads })
      takeOff(key)
    } catch (error) {
      change(key, { problem: messageOf(error) })
    } finally {
      running.current--
      startNext()
    }
  }
  const startNext = () => {
    while (running.current < AT_ONCE) {
      const next = waiting.current.shift()
      if (!next) return
      running.current++
      void run(next)
    }
  }

  return {
    uploads,
    dismiss(key) {
      dismissed.current.add(key)
      waiting.current = waiting.current.filter((one) => one.key !== key)
      takeOff(key)
    },
    add(files) {
      const added = files.map((file) => ({
        key: ++lastKey.current,
        file,
        sent: 0,
        problem: null,
      }))
      setUploads((all) => [...all, ...added])
      waiting.current.push(...added)
      startNext()
    },
    retry(key) {
      const failed = uploads.find((one) => one.key === key)
      if (!failed) return
      change(key, { sent: 0, problem: null })
      waiting.current.push(failed)
      startNext()
    },
  }
}
