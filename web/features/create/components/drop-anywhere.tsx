import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { UPLOAD_TYPES } from '#contract/uploaded-images.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useTool } from '../lib/tool.ts'
import { useUploadOfPage } from '../lib/use-source-upload.ts'

const NOTICE = 'upload-of-page'

/** Images of the clipboard; with text beside them it is the text that is meant. */
function pastedImages({ clipboardData }: ClipboardEvent): File[] {
  if (clipboardData === null || clipboardData.types.includes('text/plain')) return []
  return [...clipboardData.files].filter(({ type }) => type.startsWith('image/'))
}

/** On the page that has no field for an image, what becomes of one is said beside it. */
function useUploadNotice(): void {
  const tool = useTool()
  const { upload } = useUploadOfPage()
  const { isPending, error } = upload
  useEffect(() => {
    if (tool === 'image') return
    if (isPending) {
      notifications.show({
        id: NOTICE,
        loading: true,
        autoClose: false,
        withCloseButton: false,
        message: 'Uploading the image to start from.',
      })
    } else if (error === null) notifications.hide(NOTICE)
    else {
      notifications.hide(NOTICE)
      notifications.show({ color: 'red', title: 'Not uploaded', message: messageOf(error) })
    }
  }, [tool, isPending, error])
  useEffect(() => () => void notifications.hide(NOTICE), [])
}

/** An image that is dropped anywhere on the page, or pasted, is what the next result starts from. */
export function DropAnywhere() {
  const { send } = useUploadOfPage()
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useUploadNotice()
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
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
      multiple={false}
      onDrop={send}
      // The server says what is wrong with a file; here it would only be passed over.
      onReject={(rejections) => send(rejections.map(({ file }) => file))}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
    >
      <Text size="xl" fw={900} ta="center" mt="40vh">
        Drop the image to start from it
      </Text>
    </Dropzone.FullScreen>
  )
}
