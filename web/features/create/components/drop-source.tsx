import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { useFileSettings } from '../lib/use-file-settings.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useUploadOfPage } from '../panel/use-source-upload.ts'
import { useTexts } from '../texts.ts'
import { DropAnywhere } from '#web/features/generate/components/drop-anywhere.tsx'

const NOTICE = 'upload-of-page'

/** On the page that has no field for an image, what becomes of one is said beside it. */
function useUploadNotice(): void {
  const t = useTexts()
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
        message: t('dropSource.uploading'),
      })
    } else if (error === null) notifications.hide(NOTICE)
    else {
      notifications.hide(NOTICE)
      notifications.show({ color: 'red', title: t('dropSource.failed'), message: messageOf(error) })
    }
  }, [tool, isPending, error, t])
  useEffect(() => () => void notifications.hide(NOTICE), [])
}

/** Generation data as A1111 and pages of models copy it: words, and settings in a line, in any order. */
const GENERATION_DATA = /^(?=.*\bSteps: *\d+ *(?:,|$))(?=.*\b(?:Seed|Sampler): )/m
const HAS_WORDS = /\n|\bNegative prompt:/

/** Generation data that is pasted into the prompt, or beside all fields, fills the form. */
function usePastedSettings(take: (text: string) => Promise<boolean>): void {
  const give = useEffectEvent((text: string) => void take(text))
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const isPlace = event.target === document.body || event.target instanceof HTMLTextAreaElement
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (event.defaultPrevented || !isPlace) return
      if (!GENERATION_DATA.test(text) || !HAS_WORDS.test(text.trim())) return
      event.preventDefault()
      give(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

/**
 * An image that is dropped anywhere on the page, or pasted, is what the next result starts from; on the page for words one that
 * carries the settings it was made with fills the form instead.
 */
export function DropSource() {
  const t = useTexts()
  const tool = useTool()
  const { send } = useUploadOfPage()
  const take = useFileSettings()
  useUploadNotice()
  usePastedSettings(take)
  const give = async (files: readonly File[]) => {
    const [file] = files
    if (tool === 'text' && file !== undefined && (await take(file))) return
    send(files)
  }
  return (
    <DropAnywhere
      text={t(tool === 'text' ? 'dropSource.dropOrRead' : 'dropSource.drop')}
      onFiles={(files) => void give(files)}
    />
  )
}
