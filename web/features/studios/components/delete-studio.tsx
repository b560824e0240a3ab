import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { LoraTraining } from '#contract/lora-trainings.ts'
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
  const [isOpen, setOpen] = useState(false)
  const { remove } = useStudioActions()
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('act.delete', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('act.delete', { name })}>
        <Text size="sm" mb="sm">
          {t('delete.question')}
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
              remove.mutate(id, {
                onSuccess: () => {
                  setOpen(false)
                  onDeleted(id)
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
