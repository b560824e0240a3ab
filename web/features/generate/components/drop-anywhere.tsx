import { useEffect, useEffectEvent, useState } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'

const loadTarget = () => import('./drop-target.tsx').then(({ DropTarget }) => DropTarget)

/** Images of the clipboard; with text beside them it is the text that is meant. */
function pastedImages({ clipboardData }: ClipboardEvent): File[] {
  if (clipboardData === null || clipboardData.types.includes('text/plain')) return []
  return [...clipboardData.files].filter(({ type }) => type.startsWith('image/'))
}

/** Takes images that are dropped anywhere on the page, or pasted. */
export function DropAnywhere({
  text,
  multiple = false,
  onFiles,
}: {
  /** Shown while something is dragged over the page. */
  text: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const [isDragging, setDragging] = useState(false)
  const give = useEffectEvent((files: readonly File[]) => onFiles(files))
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // A dialog over the page takes it.
      if (event.defaultPrevented) return
      const images = pastedImages(event)
      if (images.length === 0) return
      event.preventDefault()
      give(images)
    }
    const onDragEnter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer?.types.includes('Files') === true) setDragging(true)
    }
    // Else the browser would show the file in the place of the page.
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    }
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false)
    }
    const onDrop = (event: DragEvent) => {
      setDragging(false)
      // A field took it, or it came sooner than the code of the target.
      if (event.defaultPrevented) return
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      give(files)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('paste', onPaste, { signal })
    document.addEventListener('dragenter', onDragEnter, { signal })
    document.addEventListener('dragover', onDragOver, { signal })
    document.addEventListener('dragleave', onDragLeave, { signal })
    document.addEventListener('drop', onDrop, { signal })
    return () => stop.abort()
  }, [])
  return isDragging && <Deferred load={loadTarget} props={{ text, multiple, onFiles }} />
}
