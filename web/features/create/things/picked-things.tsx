import { ActionIcon, Group, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Picked } from './compose-prompt.ts'
import { useTexts } from './texts.ts'
import classes from './things.module.css'

/** What was picked, and how many of it; one less than one takes it away. */
export function PickedThings({
  picked,
  isFull,
  onChange,
}: {
  picked: readonly Picked[]
  isFull: boolean
  onChange: (picked: readonly Picked[]) => void
}) {
  const t = useTexts()
  const add = (name: string, more: number) =>
    onChange(
      picked
        .map((one) => (one.name === name ? { ...one, count: one.count + more } : one))
        .filter(({ count }) => count > 0),
    )
  return (
    <Group gap="xs" role="group" aria-label={t('things.picked')} className={classes.picked}>
      {picked.map(({ name, count }) => (
        <Group key={name} gap={4} wrap="nowrap" className={classes.chip}>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('things.less', { name })}
            onClick={() => add(name, -1)}
          >
            <IconMinus size={18} />
          </ActionIcon>
          <Text size="sm" aria-live="polite">
            {t('things.count', { count, name })}
          </Text>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('things.another', { name })}
            disabled={isFull}
            onClick={() => add(name, 1)}
          >
            <IconPlus size={18} />
          </ActionIcon>
        </Group>
      ))}
    </Group>
  )
}
