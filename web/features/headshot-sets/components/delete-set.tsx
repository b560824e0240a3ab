import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { paths } from '#contract/paths.ts'
import { Question } from '#web/ui/question.tsx'
import { useSetActions } from '../api/use-sets.ts'
import { isMoving } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import type { ReceiptState } from './receipt.tsx'

/** Deletes a set, once more asked, and leads to its receipt. */
export function DeleteSet({ run }: { run: HeadshotRun }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { remove } = useSetActions(run.id)
  return (
    <Question
      label={t('delete.open')}
      question={
        isMoving(run)
          ? `${t('delete.question')} ${t(run.payment ? 'delete.card' : 'delete.held')}`
          : t('delete.question')
      }
      no={t('delete.no')}
      yes={t('delete.yes')}
      position="bottom-end"
      width={320}
      isPending={remove.isPending}
      onYes={() =>
        remove.mutate(undefined, {
          onSuccess: (receipt) => {
            const state: ReceiptState = { receipt }
            void navigate(paths.headshotSets.link(), { state })
          },
        })
      }
    >
      <Button variant="default" leftSection={<IconTrash size={18} aria-hidden="true" />}>
        {t('delete.open')}
      </Button>
    </Question>
  )
}
