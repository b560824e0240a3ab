import { Button, Group, List, Modal, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { Form } from '#web/ui/form.tsx'
import { useTexts } from './texts.ts'
import { useShareActions } from './use-shares.ts'

/** Days in which an offer can be answered. */
const DAYS = 30

/** Offers a model to the account of an address, and says what that account gets and what it does not. */
export function ShareDialog({
  id,
  name,
  showsSubject,
  isOpen,
  onClose,
}: {
  id: string
  name: string
  /** Whether photos that were cut out are in what is drawn. */
  showsSubject: boolean
  isOpen: boolean
  onClose(): void
}) {
  const t = useTexts()
  const { offer } = useShareActions(id)
  const [email, setEmail] = useState('')
  const close = () => {
    offer.reset()
    setEmail('')
    onClose()
  }
  return (
    <Modal.Root opened={isOpen} onClose={close}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Group justify="space-between" wrap="nowrap" px="md" pt="xs">
          <Modal.Title fw={700} style={{ overflowWrap: 'anywhere' }}>
            {t('dialog.title', { name })}
          </Modal.Title>
          <Modal.CloseButton size={44} iconSize={20} aria-label={t('dialog.close')} />
        </Group>
        <Modal.Body>
          <Form
            onSubmit={() =>
              offer.mutate(email.trim(), {
                onSuccess: () => {
                  notifications.show({
                    title: t('sent'),
                    message: t('sentTo', { email: email.trim() }),
                  })
                  close()
                },
              })
            }
          >
            <Stack gap="md">
              <TextInput
                data-autofocus
                required
                type="email"
                autoComplete="off"
                label={t('dialog.email')}
                description={t('dialog.how', { days: DAYS })}
                value={email}
                error={offer.isError ? messageOf(offer.error) : null}
                onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              />
              <List size="sm" spacing="xs">
                <List.Item>{t('dialog.what')}</List.Item>
                {showsSubject && <List.Item>{t('dialog.subject')}</List.Item>}
                <List.Item>{t('dialog.you')}</List.Item>
                <List.Item>{t('dialog.end')}</List.Item>
              </List>
              <Group gap="sm" justify="flex-end">
                <Button variant="default" onClick={close}>
                  {t('dialog.cancel')}
                </Button>
                <Button type="submit" loading={offer.isPending}>
                  {t('dialog.send')}
                </Button>
              </Group>
            </Stack>
          </Form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
