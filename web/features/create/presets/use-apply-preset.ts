import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { Preset, PresetSettings } from '#contract/presets.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { abilitiesOf } from '#web/features/generate/api/use-generation-servers.ts'
import { trainedLorasQuery } from '../api/trained-loras.ts'
import { formStore } from '#web/features/generate/lib/form-store.ts'
import {
  formOfSettings,
  knownSettings,
  loraNames,
  type Missing,
  missingOf,
} from './preset-settings.ts'
import { type PresetTexts, useTexts } from './texts.ts'
import { useChangePresets } from './use-presets.ts'

const NOTICE = 'preset-applied'
const UNDO_MS = 12_000

const nameOf = ({ kind, name }: Missing, t: PresetTexts): string => t(`notHere.${kind}`, { name })

/** Puts the settings of a preset into the form, and says what of them is not here: nothing is put in its place. */
export function useApplyPreset(): (preset: Preset) => Promise<void> {
  const t = useTexts()
  const client = useQueryClient()
  const { use } = useChangePresets()

  async function findMissing(settings: PresetSettings): Promise<Missing[]> {
    const { results } = await client.ensureQueryData(generationServersQuery)
    const abilities = abilitiesOf(results, formStore.getState().form.model)
    const isListed = (name: string) => abilities.loras?.has(name) ?? false
    const others = loraNames(settings).some((name) => !isListed(name))
    const trained = others ? await client.ensureQueryData(trainedLorasQuery) : []
    return missingOf(settings, abilities, new Set(trained.map(({ name }) => name)))
  }

  return async (preset) => {
    const settings = knownSettings(preset)
    if (settings === null) return
    const { form: before, change } = formStore.getState()
    change(formOfSettings(settings))
    use.mutate(preset)
    const { name } = preset
    // Where that cannot be read, the page says at its fields what is not here.
    const missing = await findMissing(settings).catch(() => [])
    const names = missing.map((one) => nameOf(one, t)).join(', ')
    notifications.hide(NOTICE)
    notifications.show({
      id: NOTICE,
      autoClose: UNDO_MS,
      message: createElement(UndoMessage, {
        text:
          missing.length === 0
            ? t('preset.applied', { name })
            : t('preset.appliedPartly', { name, names }),
        onUndo: () => {
          notifications.hide(NOTICE)
          change(before)
        },
      }),
    })
  }
}
