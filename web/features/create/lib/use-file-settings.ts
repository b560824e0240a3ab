import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { handleError } from '#web/lib/errors.ts'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { useAbilities } from '../api/use-generation-servers.ts'
import { useTexts } from '../texts.ts'
import { formStore } from './form-store.ts'

const NOTICE = 'settings-of-file'
const UNDO_MS = 12_000

/** Fills the form with the settings that a file was made with, and says what of them is not here; false if it has none. */
export function useFileSettings(): (file: File) => Promise<boolean> {
  const t = useTexts()
  const { models, loras, samplers } = useAbilities(null)
  return async (file) => {
    try {
      const [{ readSettings }, { takeOver }] = await Promise.all([
        import('../import/read-settings.ts'),
        import('../import/take-over.ts'),
      ])
      const found = await readSettings(file)
      if (found === null) return false
      const { form: before, change } = formStore.getState()
      const { form, missing } = takeOver(found, { models, loras, samplers })
      change(form)
      const names = missing.map(({ kind, name }) => t(`notHere.${kind}`, { name })).join(', ')
      notifications.show({
        id: NOTICE,
        autoClose: UNDO_MS,
        message: createElement(UndoMessage, {
          text:
            missing.length === 0
              ? t('fileSettings.taken', { program: found.program })
              : t('fileSettings.partly', { program: found.program, names }),
          onUndo: () => {
            notifications.hide(NOTICE)
            change(before)
          },
        }),
      })
      return true
    } catch (error) {
      handleError(error)
      return true
    }
  }
}
