import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { useTexts } from '../texts.ts'

/** Asks for the name of a collection. @param save makes or renames it; a name that is taken is said below the field */
export function CollectionDialog({
  title,
  initial,
  save,
  onClose,
}: {
  title: string
  initial: string
  save: (name: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const submit = async () => {
    setSaving(true)
    try {
      await save(name)
      onClose()
    } catch (error) {
      const { name: ofName } = fieldErrorsOf(error)
      if (ofName === undefined) handleError(error)
      else setFault(ofName)
      setSaving(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={400}>
      <Form onSubmit={submit}>
        <TextInput
          label={t('collection.name')}
          value={name}
          maxLength={100}
          data-autofocus
          error={fault}
          onChange={({ currentTarget: { value } }) => {
            setFault(null)
            setName(value)
          }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('collection.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
            {t('collection.save')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  )
}
