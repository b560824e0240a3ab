import { useState } from 'react'
import { BATCH_LIMITS } from '#contract/values/jobs/batch.ts'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { prepareUpload } from '#web/features/generate/lib/prepare-upload.ts'
import { useUploadQueue } from '#web/features/gallery/lib/use-upload-queue.ts'
import { changeMany, useManyPictures } from './draft-store.ts'
import { TOOL_ROOM } from './tool-room.ts'
import type { ToolKey } from '#contract/tools.ts'

/** Images that a tool is to change in one order. */
export interface Many {
  pictures: readonly SourcePicture[]
  queue: ReturnType<typeof useUploadQueue>
  /** Whether an order of many is being put together. */
  active: boolean
  /** How many of the last ones were too many. */
  leftOut: number
  add(files: readonly File[]): void
  put(pictures: readonly SourcePicture[]): void
  remove(id: string): void
  clear(): void
}

const prepare = async (file: File): Promise<Blob> => (await prepareUpload(file, TOOL_ROOM)).file

const merge = (pictures: readonly SourcePicture[], more: readonly SourcePicture[]) => [
  ...pictures,
  ...more.filter(({ id }) => !pictures.some((one) => one.id === id)),
]

/** The images of an order of many; kept for this tab. */
export function useMany(tool: ToolKey): Many {
  const pictures = useManyPictures(tool)
  const [leftOut, setLeftOut] = useState(0)
  const queue = useUploadQueue({
    prepare,
    onSent: (image) => changeMany(tool, (known) => merge(known, [image])),
  })
  const room = BATCH_LIMITS.jobs - pictures.length - queue.uploads.length
  return {
    pictures,
    queue,
    active: pictures.length + queue.uploads.length > 0,
    leftOut,
    add(files) {
      setLeftOut(Math.max(0, files.length - room))
      queue.add(files.slice(0, Math.max(0, room)))
    },
    put(more) {
      const all = merge(pictures, more)
      setLeftOut(Math.max(0, all.length - BATCH_LIMITS.jobs))
      changeMany(tool, () => all.slice(0, BATCH_LIMITS.jobs))
    },
    remove(id) {
      setLeftOut(0)
      changeMany(tool, (known) => known.filter((one) => one.id !== id))
    },
    clear() {
      setLeftOut(0)
      for (const { key } of queue.uploads) queue.dismiss(key)
      changeMany(tool, () => [])
    },
  }
}
