import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { Question } from '#web/ui/question.tsx'
import { useStudioActions } from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'

/** Deletes a studio, once more asked. */
export function DeleteStudio({
  studio: { id, project_name: name },
  onDeleted,
}: {
  studio: LoraTraining
  onDeleted(id: string): void
}) {
  const t = useTexts()
  const { remove } = useStudioActions()
  return (
    <Question
      label={t('act.delete', { name })}
      question={t('delete.question')}
      no={t('delete.no')}
      yes={t('delete.yes')}
      position="bottom-end"
      isPending={remove.isPending}
      onYes={(close) =>
        remove.mutate(id, {
          onSuccess: () => {
            close()
            onDeleted(id)
          },
        })
      }
    >
      <ActionIcon variant="default" size={36} aria-label={t('act.delete', { name })}>
        <IconTrash size={18} />
      </ActionIcon>
    </Question>
  )
}
