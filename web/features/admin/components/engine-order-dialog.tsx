import { ActionIcon, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { EngineOrder } from '#contract/admin-engines.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { useSetEngineOrder } from '../api/use-engines.ts'

const USUAL = 'usual'

interface Props {
  order: EngineOrder
  title: string
  titleOf(id: string): string
  onClose(): void
}

/** Says which engine gets a piece of work. */
export function EngineOrderDialog({ order, title, titleOf, onClose }: Props) {
  const { work, engines } = order
  const [mode, setMode] = useState<string>(order.mode ?? USUAL)
  const [listed, setListed] = useState(() => [
    ...order.order.filter((id) => engines.includes(id)),
    ...engines.filter((id) => !order.order.includes(id)),
  ])
  const save = useSetEngineOrder()

  function move(from: number, to: number): void {
    const next = listed.filter((_, at) => at !== from)
    next.splice(to, 0, listed[from]!)
    setListed(next)
  }

  async function submit(): Promise<void> {
    if (save.isPending) return
    try {
      await save.mutateAsync({
        work,
        mode: mode === 'auto' || mode === 'listed' ? mode : null,
        order: mode === 'listed' ? listed : [],
      })
      notifications.show({ message: 'It counts from the next job on.' })
      onClose()
    } catch {
      // Told by the call itself; what was chosen stays.
    }
  }

  return (
    <DeferredDialog lang="en" opened onClose={onClose} title={`Who does: ${title}`} size={460}>
      <Form onSubmit={submit}>
        <Stack>
          <Radio.Group label="It goes to" value={mode} onChange={setMode}>
            <Stack gap="xs" mt="xs">
              <Radio value={USUAL} label="Whoever gets it without an order" data-autofocus />
              {work !== 'drawing' && <Radio value="auto" label="Whoever has it done soonest" />}
              <Radio value="listed" label="The first of this list that can" />
            </Stack>
          </Radio.Group>
          {mode === 'listed' && (
            <Stack component="ol" gap="xs" m={0} pl="lg" aria-label="Order">
              {listed.map((id, at) => (
                <li key={id}>
                  <Group justify="space-between" wrap="nowrap">
                    <Text span>{titleOf(id)}</Text>
                    <Group gap="xs" wrap="nowrap">
                      <ActionIcon
                        variant="default"
                        size={36}
                        disabled={at === 0}
                        onClick={() => move(at, at - 1)}
                        aria-label={`Move ${titleOf(id)} up`}
                      >
                        <IconArrowUp size={18} />
                      </ActionIcon>
                      <ActionIcon
                        variant="default"
                        size={36}
                        disabled={at === listed.length - 1}
                        onClick={() => move(at, at + 1)}
                        aria-label={`Move ${titleOf(id)} down`}
                      >
                        <IconArrowDown size={18} />
                      </ActionIcon>
                    </Group>
                  </Group>
                </li>
              ))}
            </Stack>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </Form>
    </DeferredDialog>
  )
}
