import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { handleError } from '#web/lib/errors.ts'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useTexts } from '../texts.ts'
import { formStore } from '#web/features/generate/lib/form-store.ts'

const NOTICE = 'settings-of-file'
const UNDO_MS = 12_000

/**
 * Fills the form with the settings that a file was made with, or that were copied as text, and says what of them was not
 * taken over; false if there are none.
 */
export function useFileSettings(): (from: File | string) => Promise<boolean> {
  const t = useTexts()
  const { models, loras, samplers } = useAbilities(null)
  return async (from) => {
    try {
      const [{ readSettings, readPastedSettings }, { takeOver }] = await Promise.all([
        import('../import/read-settings.ts'),
        import('../import/take-over.ts'),
      ])
      const found = typeof from === 'string' ? readPastedSettings(from) : await readSettings(from)
      if (found === null) return false
      const { form: before, change } = formStore.getState()
      const { form, missing } = takeOver(found, { models, loras, samplers }, before)
      change(form)
      const names = missing.map(({ kind, name }) => t(`notHere.${kind}`, { name })).join(', ')
      const text =
        typeof from === 'string'
          ? t('fileSettings.pasted', { names, missing: missing.length })
          : t('fileSettings.taken', { program: found.program, names, missing: missing.length })
      notifications.show({
        id: NOTICE,
        autoClose: UNDO_MS,
        message: createElement(UndoMessage, {
          text,
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
