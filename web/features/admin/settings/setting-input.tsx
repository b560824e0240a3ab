import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import type { AdminSetting } from '#contract/admin-settings.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { SettingWords } from './form-words.ts'

/** A setting as a form shows it. */
export interface SettingField {
  /** In the environment. */
  name: string
  label: string
  description?: string
  placeholder?: string
  /** What can be chosen; left out: any text. */
  options?: { value: string; label: string }[]
}

/** Tells what a setting is for, and why it cannot be changed here. */
function aboutOf(
  setting: AdminSetting,
  { description }: SettingField,
  words: SettingWords,
): string {
  return [
    description ?? `${setting.means.replaceAll('`', '')}.`,
    ...(setting.source === 'environment' ? [words.fromEnvironment(setting.name)] : []),
    ...(setting.problem === null ? [] : [setting.problem]),
    ...(setting.live ? [] : [words.nextStart]),
  ].join(' ')
}

/** One setting; a secret is never shown, and an empty field leaves it as it is. */
export function SettingInput({
  field,
  setting,
  value,
  error,
  words,
  onChange,
  onRemove,
}: {
  field: SettingField
  setting: AdminSetting
  value: string
  error: string | undefined
  words: SettingWords
  onChange(value: string): void
  /** Goes back to what holds without it. */
  onRemove(): void
}) {
  const shared = {
    label: field.label,
    description: aboutOf(setting, field, words),
    value,
    error,
    disabled: !setting.can_change,
  }
  if (field.options)
    return (
      <NativeSelect
        {...shared}
        data={field.options}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (setting.secret)
    return (
      <Group align="end" gap="xs">
        <PasswordInput
          {...shared}
          flex={1}
          placeholder={setting.is_set ? words.keepSecret : field.placeholder}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          autoComplete="off"
          maxLength={4000}
        />
        {setting.source === 'console' && (
          <Button variant="default" onClick={onRemove} aria-label={words.removeNamed(field.label)}>
            {words.remove}
          </Button>
        )}
      </Group>
    )
  return (
    <TextInput
      {...shared}
      placeholder={field.placeholder ?? setting.without}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={4000}
    />
  )
}
