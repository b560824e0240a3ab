import { Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTexts } from '../texts.ts'
import classes from '../components/create.module.css'

/** A part of the panel that opens and closes; its button says how many settings differ from the default. */
export function Fold({
  label,
  changed,
  opened,
  onToggle,
  onReset,
  children,
}: {
  label: string
  changed: number
  opened: boolean
  onToggle: () => void
  onReset: () => void
  children: React.ReactNode
}) {
  const t = useTexts()
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          px={4}
          aria-expanded={opened}
          onClick={onToggle}
          rightSection={
            <IconChevronDown
              size={16}
              className={classes.chevron}
              data-opened={opened || undefined}
            />
          }
        >
          {label}
          {changed > 0 && (
            <Text span size="sm" c="dimmed" ms={8}>
              {t('fold.changed', { count: changed })}
            </Text>
          )}
        </Button>
        {changed > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t('fold.reset')}
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
