import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { useTool } from '../lib/tool.ts'
import { useUploadOfPage } from '../lib/use-source-upload.ts'
import { DropAnywhere } from './drop-anywhere.tsx'

const NOTICE = 'upload-of-page'

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
export function DropSource() {
  const { send } = useUploadOfPage()
  useUploadNotice()
  return <DropAnywhere text="Drop the image to start from it" onFiles={send} />
}
