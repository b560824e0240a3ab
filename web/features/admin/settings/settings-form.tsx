import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AdminSetting } from '#contract/admin-settings.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Form } from '#web/ui/form.tsx'
import {
  type TestedPart,
  useChangeSettings,
  useSettings,
  useTestSettings,
} from '../api/use-installation.ts'
import { SETTING_WORDS, type SettingWords } from './form-words.ts'
import { type SettingField, SettingInput } from './setting-input.tsx'

interface SettingsFormProps {
  fields: readonly SettingField[]
  /** Label of the button that stores them. */
  save: string
  /** Its name for screen readers, where a page has several; it begins with the label. */
  saveName?: string
  onSaved?(): void
  /** What can be tried by a button of this label. */
  test?: { what: TestedPart; label: string }
  words?: SettingWords
  /** Further buttons. */
  children?: ReactNode
}

/** What differs from what is stored; an empty field goes back to the default, but a secret stays. */
function changesOf(
  fields: readonly SettingField[],
  settings: ReadonlyMap<string, AdminSetting>,
  texts: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {}
  for (const { name } of fields) {
    const setting = settings.get(name)
    const text = texts[name]?.trim()
    if (!setting || text === undefined || setting.source === 'environment') continue
    if (setting.secret ? text === '' : text === (setting.value ?? '')) continue
    changes[name] = text === '' ? null : text
  }
  return changes
}

function LoadedForm({
  fields,
  settings,
  save,
  saveName,
  onSaved,
  test,
  words = SETTING_WORDS,
  children,
}: SettingsFormProps & { settings: ReadonlyMap<string, AdminSetting> }) {
  const [texts, setTexts] = useState<Record<string, string>>({})
  const change = useChangeSettings()
  const trial = useTestSettings()
  const errors = { ...fieldErrorsOf(change.error), ...fieldErrorsOf(trial.error) }
  const [isSaved, setSaved] = useState(false)

  async function store(changes = changesOf(fields, settings, texts)): Promise<boolean> {
    setSaved(false)
    trial.reset()
    try {
      if (Object.keys(changes).length > 0) await change.mutateAsync(changes)
      setTexts({})
      setSaved(true)
      return true
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
      return false
    }
  }

  async function tryOut(what: TestedPart): Promise<void> {
    setSaved(false)
    change.reset()
    try {
      await trial.mutateAsync({ what, changes: changesOf(fields, settings, texts) })
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }

  return (
    <Form
      onSubmit={() => {
        void store().then((isStored) => isStored && onSaved?.())
      }}
    >
      <Stack>
        {fields.map((field) => {
          const setting = settings.get(field.name)
          return (
            setting && (
              <SettingInput
                key={field.name}
                field={field}
                setting={setting}
                value={texts[field.name] ?? setting.value ?? field.options?.[0]?.value ?? ''}
                error={errors[field.name]}
                words={words}
                onChange={(text) => {
                  setSaved(false)
                  trial.reset()
                  setTexts((before) => ({ ...before, [field.name]: text }))
                }}
                onRemove={() => void store({ [field.name]: null })}
              />
            )
          )
        })}
        {isSaved && <Text role="status">{words.saved}</Text>}
        {trial.data && (
          <Text role="status" c={trial.data.ok ? undefined : 'red'}>
            {trial.data.message}
            {Object.keys(trial.variables.changes).length > 0 && ` ${words.notSaved}`}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={change.isPending} aria-label={saveName}>
            {save}
          </Button>
          {test && (
            <Button
              variant="default"
              loading={trial.isPending}
              onClick={() => void tryOut(test.what)}
            >
              {test.label}
            </Button>
          )}
          {children}
        </Group>
      </Stack>
    </Form>
  )
}

/** Some settings in one form, with a button that tries them. */
export function SettingsForm(props: SettingsFormProps) {
  const list = useSettings()
  if (!list.data) return <TableState isError={list.isError} onRetry={() => void list.refetch()} />
  const settings = new Map(list.data.results.map((setting) => [setting.name, setting]))
  return <LoadedForm {...props} settings={settings} />
}
