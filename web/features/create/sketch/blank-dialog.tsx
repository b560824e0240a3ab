import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { SizeFields } from '../components/size-fields.tsx'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { fitSize } from '#web/features/generate/lib/sizes.ts'
import { ColorField } from './color-field.tsx'
import { blankFile } from './sketch-painting.ts'
import { useTexts } from './texts.ts'

/** As many as have room in a line on a phone. */
const GROUNDS = ['white', 'black', 'yellow', 'green', 'blue'] as const

/**
 * Makes an empty picture to sketch on, of the form's size.
 * @param props.onStart given the id of its upload
 */
export function BlankDialog({
  onStart,
  onClose,
}: {
  onStart: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { form } = useGenerationForm()
  const label = useId()
  const [color, setColor] = useState('#ffffff')
  const upload = useUpload()
  const start = useMutation({
    // A size that was typed may be one that cannot be made.
    mutationFn: async () => upload.mutateAsync(await blankFile(fitSize(form), color)),
    onSuccess: ({ picture }) => onStart(picture.id),
  })
  return (
    <Modal.Root opened onClose={onClose} centered>
      <Modal.Overlay />
      {/* Not with its header, which would be a second one of the page. */}
      <Modal.Content radius="lg">
        <Group justify="space-between" px="md" pt="xs">
          <Modal.Title>{t('blank.title')}</Modal.Title>
          <Modal.CloseButton size={44} iconSize={20} aria-label={t('blank.close')} />
        </Group>
        <Modal.Body>
          <Stack gap="lg">
            <SizeFields problems={{}} />
            <Stack gap="xs">
              <Text id={label} size="sm" fw={700}>
                {t('blank.color')}
              </Text>
              <ColorField labelId={label} names={GROUNDS} color={color} onChange={setColor} />
            </Stack>
            <Button h={44} loading={start.isPending} onClick={() => start.mutate()}>
              {t('blank.start')}
            </Button>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
