import { Button, Group, Modal, Text, Title } from '@mantine/core'
import { useTexts } from './texts.ts'

/**
 * Asked when Escape would throw painted work away.
 * @param props.loss what becomes of it
 */
export function LeaveQuestion({
  loss,
  onStay,
  onLeave,
}: {
  loss: string
  onStay: () => void
  onLeave: () => void
}) {
  const t = useTexts()
  return (
    <Modal.Root opened onClose={onStay} centered returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('leave.title')}>
        <Modal.Body p="lg">
          <Title order={2} size="h4">
            {t('leave.title')}
          </Title>
          <Text mt="xs">{loss}</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onLeave}>
              {t('leave.discard')}
            </Button>
            <Button data-autofocus onClick={onStay}>
              {t('leave.stay')}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
