import { Button, Drawer, Group } from '@mantine/core'
import type { Quote } from '#contract/quotes.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Settings } from './settings.tsx'
import { useTexts } from '../texts.ts'

/** The settings on a phone. Built from its parts: the whole drawer would bring a second page header. */
export function SettingsSheet({
  opened,
  onClose,
  problems,
  sameStyles,
}: {
  opened: boolean
  onClose: () => void
  problems: FieldProblems
  sameStyles: Quote['same_styles']
}) {
  const t = useTexts()
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="85%" radius="lg">
      <Drawer.Overlay />
      <Drawer.Content>
        <Group justify="space-between" px="md" pt="xs">
          <Drawer.Title>{t('settings.title')}</Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={t('settings.close')} />
        </Group>
        <Drawer.Body>
          <Settings problems={problems} sameStyles={sameStyles} />
          <Button fullWidth h={44} mt="xl" mb="md" onClick={onClose}>
            {t('settings.done')}
          </Button>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
