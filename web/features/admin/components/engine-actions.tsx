import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminEngine } from '#contract/admin-engines.ts'
import { formatNumber } from '#web/lib/format.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import {
  type EngineMode,
  useDrawSamples,
  useRemoveEngine,
  useSetEngineMode,
  useTestEngine,
} from '../api/use-engines.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const STOPPED: ReadonlySet<AdminEngine['state']> = new Set(['paused', 'draining', 'drained'])

/** What a real question to the engine brought, until the next one. */
function TestAnswer({ test }: { test: ReturnType<typeof useTestEngine> }) {
  if (!test.data) return null
  const { ok, message, detail, milliseconds, models } = test.data
  return (
    <Text size="xs" role="status" c={ok ? undefined : 'red'} maw="24rem">
      {message} {formatNumber(milliseconds)} ms.{' '}
      {ok ? (models.length > 0 ? `It has ${models.join(', ')}.` : 'It has no model.') : detail}
    </Text>
  )
}

function RemoveDialog({ engine: { id, name }, onClose }: { engine: AdminEngine; onClose(): void }) {
  const remove = useRemoveEngine()
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      decline="Keep it"
      confirm="Remove"
      isRemoval
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      Its address and credentials are deleted. Jobs that wait for it move to another engine with the
      same model; where there is none they end, and their credits go back.
    </ConfirmDialog>
  )
}

function SamplesDialog({
  engine: { id, name },
  onClose,
}: {
  engine: AdminEngine
  onClose(): void
}) {
  const draw = useDrawSamples()
  const tell = ({ wanted }: { wanted: number }): void => {
    const message = wanted === 0 ? 'Each of its models has one.' : `To be drawn: ${wanted}.`
    notifications.show({ message })
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Samples of ${name}`}
      decline="Cancel"
      confirm="Draw samples"
      isPending={draw.isPending}
      onConfirm={() => draw.mutate(id, { onSuccess: tell })}
      onClose={onClose}
    >
      It draws an image with each of its models that has none yet, for their cards on the create
      page. A service charges you for each.
    </ConfirmDialog>
  )
}

/** What can be done with an engine. */
export function EngineActions({ engine, onLimits }: { engine: AdminEngine; onLimits(): void }) {
  const { id, name, state, source } = engine
  const test = useTestEngine()
  const setMode = useSetEngineMode()
  const [isRemoving, setRemoving] = useState(false)
  const [isSampling, setSampling] = useState(false)
  const act = (label: string, mode: EngineMode) => (
    <SmallButton
      loading={setMode.isPending}
      onClick={() => setMode.mutate({ id, mode })}
      aria-label={`${label} ${name}`}
    >
      {label}
    </SmallButton>
  )
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="inherit">
        <SmallButton
          loading={test.isPending}
          onClick={() => test.mutate(id)}
          aria-label={`Test ${name}`}
        >
          Test
        </SmallButton>
        {STOPPED.has(state) ? (
          act('Resume', 'resume')
        ) : (
          <>
            {act('Pause', 'pause')}
            {act('Drain', 'drain')}
          </>
        )}
        <SmallButton onClick={onLimits} aria-label={`Limits of ${name}`}>
          Limits
        </SmallButton>
        {engine.models.length > 0 && (
          <SmallButton onClick={() => setSampling(true)} aria-label={`Samples of ${name}`}>
            Samples
          </SmallButton>
        )}
        {source === 'added' && (
          <Button
            variant="light"
            color="red"
            size="compact-sm"
            onClick={() => setRemoving(true)}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        )}
      </Group>
      <TestAnswer test={test} />
      {isSampling && <SamplesDialog engine={engine} onClose={() => setSampling(false)} />}
      {isRemoving && <RemoveDialog engine={engine} onClose={() => setRemoving(false)} />}
    </Stack>
  )
}
