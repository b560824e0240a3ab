import { createContext, useContext } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useKeptFiles } from '#web/lib/kept-files.ts'
import { useSession } from '#web/lib/session.ts'
import { useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { sourceStore } from '#web/features/generate/lib/source-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'

type Upload = ReturnType<typeof useUpload>

/** The one upload of a create page: what is dropped, pasted or picked from a folder becomes the image to start from. */
export function useSourceUpload(): { upload: Upload; send(files: readonly File[]): void } {
  const upload = useUpload()
  const tool = useTool()
  const navigate = useNavigate()
  const { me } = useSession()
  const { show } = useDialogs()
  const keep = useKeptFiles('create', send)

  function send([file]: readonly File[]): void {
    if (file === undefined) return
    if (me === null) {
      keep([file])
      show('login')
      return
    }
    // Of two that are sent only the later one is told of.
    upload.mutate(file, {
      onSuccess: ({ picture }) => {
        sourceStore.getState().choose(picture.id)
        if (tool === 'text') void navigate(paths.imageToImage.link())
      },
    })
  }

  return { upload, send }
}

export const SourceUploadContext = createContext<ReturnType<typeof useSourceUpload> | null>(null)

/** The upload of the create page that the component is on. */
export function useUploadOfPage(): ReturnType<typeof useSourceUpload> {
  const upload = useContext(SourceUploadContext)
  if (upload === null) throw new Error('There is no create page around this')
  return upload
}
