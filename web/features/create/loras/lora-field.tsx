import { Select } from '@mantine/core'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { loraChips } from './chips-of-form.ts'
import { useTexts } from './texts.ts'

const MOST = 8

/** Picks a LoRA of the engine by its name; it is then a chip below the prompt. Nothing where the engine has none. */
export function LoraField() {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { loras } = useAbilities(form.model)
  if (loras === null || loras.size === 0) return null
  const used = new Set(loraChips(form, loras, t).map(({ name }) => name))
  const isFull = form.loras.length >= MOST
  return (
    <Select
      label={t('loraField.label')}
      description={isFull ? t('loraField.full', { most: MOST }) : t('loraField.hint')}
      placeholder={t('loraField.search')}
      searchable
      // What is picked becomes a chip, and the field is free for the next.
      value={null}
      disabled={isFull}
      nothingFoundMessage={t('loraField.notFound')}
      maxDropdownHeight={260}
      // In the sheet of a phone, which may still be sliding in when the field is typed in.
      comboboxProps={{ hideDetached: false }}
      data={[...loras].map(([id, problem]) => ({
        value: id,
        label: problem === null ? id : t('loraField.unusable', { lora: id }),
        disabled: problem !== null || used.has(id),
      }))}
      onChange={(model) => {
        if (model !== null) change({ loras: [...form.loras, { model, weight: 1 }] })
      }}
    />
  )
}
