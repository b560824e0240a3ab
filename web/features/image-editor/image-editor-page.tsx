import { Alert, Button, Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { api, call } from '#web/lib/api.ts'
import { ApiError } from '#contract/client.ts'
import { handleError } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useLinkedImage } from '#web/features/tool-page/frame/use-linked-image.ts'
import { useTexts } from './texts.ts'
import { closeDocument, openFile, restore, useEditor } from './desk/editor-store.ts'
import classes from './image-editor.module.css'
import { OpenImage } from './open-image.tsx'

const loadEditor = () => import('./desk/editor.tsx').then(({ Editor }) => Editor)
/** Whether what is edited is among one's projects. */
const isKept = async (isSignedIn: boolean): Promise<boolean> =>
  (await import('./desk/keep/sync-project.ts')).isKept(isSignedIn)
const loadReplace = () =>
  import('./desk/keep/replace-dialog.tsx').then(({ ReplaceDialog }) => ReplaceDialog)

/** Reads an image of one's own: an uploaded one or one that was made. */
async function readImage(id: string): Promise<File> {
  const { url } = await call(api.uploadedImages.detail, { params: { id } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404)
        return call(api.predictionImages.detail, { params: { id } })
      throw error
    },
  )
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The image ${id} answers ${answer.status}`)
  const file = await answer.blob()
  return new File([file], `image-${id.slice(0, 8)}`, { type: file.type })
}

/** /tools/img-editor: an image that is opened, changed by hand and by models, and saved. */
export function ImageEditorPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { restored, document, picture, foreign } = useEditor()
  /** What a link or a drop brought while another image is edited. */
  const [offered, setOffered] = useState<File | null>(null)
  useEffect(() => void restore(), [])

  const offer = useCallback(
    async (file: File) => {
      await restore()
      if (useEditor.getState().document === null || (await isKept(isLoggedIn)))
        await openFile(file, file.name)
      else setOffered(file)
    },
    [isLoggedIn],
  )
  const openLinked = useCallback(
    (id: string) => {
      readImage(id).then(offer).catch(handleError)
    },
    [offer],
  )
  useLinkedImage(openLinked)

  return (
    <>
      {document !== null && (
        <VisuallyHidden>
          <Title order={1}>{t('editorPage.title')}</Title>
        </VisuallyHidden>
      )}
      {document !== null && picture !== null && (
        <Deferred
          load={loadEditor}
          props={{ document, picture, resendMail, onFile: offer }}
          fallback={<Skeleton className={classes.waiting} />}
        />
      )}
      {document !== null && picture === null && <Skeleton className={classes.waiting} />}
      {document === null && (
        <OpenImage ready={restored} onFile={(file) => void offer(file)} onChoose={openLinked}>
          {foreign && <Foreign file={foreign} />}
        </OpenImage>
      )}
      {offered && (
        <Deferred load={loadReplace} props={{ file: offered, onClose: () => setOffered(null) }} />
      )}
    </>
  )
}

/** What another version of this page has kept: it is shown, and can be downloaded, but not changed. */
function Foreign({ file }: { file: Blob }) {
  const t = useTexts()
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <Alert color="gray" title={t('editorPage.foreign')}>
      {t('editorPage.foreignText')}
      {file.size > 0 && (
        <img className={classes.preview} src={url} alt={t('editorPage.foreignAlt')} />
      )}
      <div className={classes.actions}>
        {file.size > 0 && (
          <Button variant="default" onClick={() => saveFile(file, 'image.webp')}>
            {t('editorPage.download')}
          </Button>
        )}
        <Button variant="default" onClick={() => void closeDocument()}>
          {t('editorPage.discard')}
        </Button>
      </div>
    </Alert>
  )
}
