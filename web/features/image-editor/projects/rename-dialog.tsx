import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EditorProject } from '#contract/editor-projects.ts'
import { EDITOR_PROJECT_LIMITS } from '#contract/values/editor-projects.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { useTexts } from './texts.ts'
import { useChangeProjects } from './use-projects.ts'

/** Asks for another name of a project. */
export function RenameDialog({
  project,
  onClose,
}: {
  project: EditorProject
  onClose: () => void
}) {
  const t = useTexts()
  const { rename } = useChangeProjects()
  const [name, setName] = useState(project.name)
  const submit = () => {
    rename.mutate({ id: project.id, name }, { onSuccess: onClose })
  }
  return (
    <Dialog opened onClose={onClose} title={t('rename.title')} size={400}>
      <Form onSubmit={submit}>
        <TextInput
          label={t('rename.name')}
          value={name}
          maxLength={EDITOR_PROJECT_LIMITS.name}
          data-autofocus
          error={rename.isError && messageOf(rename.error)}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('rename.cancel')}
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
            {t('rename.save')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  )
}
