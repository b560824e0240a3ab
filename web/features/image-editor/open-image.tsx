import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { IconPhotoSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DropAnywhere } from '#web/features/generate/components/drop-anywhere.tsx'
import frame from '#web/features/generate/panel/frame.module.css'
import { PanelFrame } from '#web/features/generate/panel/panel-frame.tsx'
import { PictureDrop } from '#web/features/generate/panel/picture-drop.tsx'
import stage from '#web/features/generate/components/stage.module.css'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import classes from '#web/features/tool-page/frame/tool.module.css'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'
import { useEditor } from './desk/editor-store.ts'
import own from './image-editor.module.css'

const loadProjects = () =>
  import('./projects/project-list.tsx').then(({ ProjectList }) => ProjectList)
const loadPicker = () =>
  import('#web/features/generate/source/source-picker.tsx').then(({ SourcePicker }) => SourcePicker)

/** A photograph to try it with. */
const TRIAL = 'astronaut.jpg'

async function readTrial(): Promise<File> {
  const answer = await fetch(`/tools/${TRIAL}`)
  if (!answer.ok) throw new Error(`The photograph ${TRIAL} answers ${answer.status}`)
  return new File([await answer.blob()], TRIAL, { type: 'image/jpeg' })
}

/**
 * Before an image is opened: from this device, which needs no account, or of one's own.
 * @param props.ready whether it is known that nothing is gone on with
 */
export function OpenImage({
  ready,
  onFile,
  onChoose,
  children,
}: {
  ready: boolean
  onFile: (file: File) => void
  onChoose: (id: string) => void
  children: ReactNode
}) {
  const t = useTexts()
  const signedIn = useSession().me !== null
  const failed = useEditor((editor) => editor.failed)
  const [picking, picker] = useDisclosure(false)
  const trial = useMutation({ mutationFn: readTrial, onSuccess: onFile })
  const take = ([file]: readonly File[]) => file && onFile(file)
  return (
    <div className={frame.frame} data-low>
      <PanelFrame label={t('editorPage.title')} onSubmit={() => undefined} bar={null}>
        <section className={own.open} aria-label={t('editorPage.image')}>
          {ready ? (
            <PictureDrop
              label={t('editorPage.upload')}
              signedIn
              uploading={false}
              hint={t('editorPage.openHint')}
              onFiles={take}
            />
          ) : (
            <Skeleton className={own.dropToCome} />
          )}
          {signedIn && (
            <Button
              variant="default"
              leftSection={<IconPhotoSearch size={18} />}
              onClick={picker.open}
            >
              {t('editorPage.fromYours')}
            </Button>
          )}
          <Problem>
            {failed !== null &&
              t(failed === 'unreadable' ? 'editorPage.unreadable' : 'editorPage.tooLarge')}
          </Problem>
        </section>
        {!picking && <DropAnywhere text={t('editorPage.drop')} onFiles={take} />}
      </PanelFrame>
      <section className={stage.stage} aria-label={t('editorPage.stage')}>
        <Title order={1} fz="lg" mb="sm">
          {t('editorPage.title')}
        </Title>
        {children}
        {signedIn && <Deferred load={loadProjects} props={{}} />}
        <div className={classes.empty}>
          <img
            className={own.sample}
            src={`/tools/${TRIAL}`}
            width={512}
            height={512}
            alt={t('editorPage.trialAlt')}
          />
          <Text maw="56ch">{t(signedIn ? 'editorPage.introSignedIn' : 'editorPage.intro')}</Text>
          <Button
            variant="default"
            className={classes.action}
            loading={trial.isPending}
            onClick={() => trial.mutate()}
          >
            {t('editorPage.tryIt')}
          </Button>
        </div>
      </section>
      {picking && (
        <Deferred
          load={loadPicker}
          props={{
            verb: t('editorPage.open'),
            onClose: picker.close,
            onChoose: (id: string) => {
              picker.close()
              onChoose(id)
            },
          }}
        />
      )}
    </div>
  )
}
