import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useEffect, useRef } from 'react'
import { UPLOAD_TYPES } from '#contract/uploaded-images.ts'

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
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // A dialog over the page takes it.
      if (event.defaultPrevented) return
      const images = pastedImages(event)
      if (images.length === 0) return
      event.preventDefault()
      latest.current(images)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <Dropzone.FullScreen
      // Of this page, so within its landmark.
      withinPortal={false}
      // Nothing to be focused: it shows only while something is dragged.
      activateOnKeyboard={false}
      accept={[...UPLOAD_TYPES]}
      multiple={multiple}
      onDrop={onFiles}
      // The server says what is wrong with a file; here it would only be passed over.
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
    >
      <Text size="xl" fw={900} ta="center" mt="40vh">
        {text}
      </Text>
    </Dropzone.FullScreen>
  )
}
