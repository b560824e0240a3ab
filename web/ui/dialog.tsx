import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from './texts.ts'
import { useFocusBack } from './use-focus-back.ts'

/**
 * A dialog with a title. Built from its parts: the whole one would bring a second page header.
 * @param size width in px
 */
export function Dialog({
  opened,
  onClose,
  title,
  size,
  children,
}: {
  opened: boolean
  onClose(): void
  title: string
  size: number
  children: ReactNode
}) {
  const t = useTexts()
  useFocusBack(opened)
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} centered radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" px="md" pt="xs">
          <Modal.Title fz="md" fw={700}>
            {title}
          </Modal.Title>
          <Modal.CloseButton size={44} me={-8} aria-label={t('dialog.close')} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
