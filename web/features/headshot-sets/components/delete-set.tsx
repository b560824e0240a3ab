import { Button, Group, Popover, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { paths } from '#web/app/paths.ts'
import { useSetActions } from '../api/use-sets.ts'
import { isMoving } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import type { ReceiptState } from './receipt.tsx'

/** Deletes a set, once more asked, and leads to its receipt. */
export function DeleteSet({ run }: { run: HeadshotRun }) {
  const t = useTexts()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { remove } = useSetActions(run.id)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('delete.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('delete.open')}>
        <Text size="sm" mb="sm">
          {t('delete.question')} {isMoving(run) && t(run.payment ? 'delete.card' : 'delete.held')}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="compact-md" onClick={() => setOpen(false)}>
            {t('delete.no')}
          </Button>
          <Button
            color="red"
            size="compact-md"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onSuccess: (receipt) => {
                  const state: ReceiptState = { receipt }
                  void navigate(paths.headshotSets.link(), { state })
                },
              })
            }
          >
            {t('delete.yes')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
