import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useActOnServiceModel, useRemoveServiceModel } from '../api/use-service-models.ts'
import { SmallButton } from '#web/ui/small-button.tsx'

type Act = 'try' | 'offer' | 'pause' | 'refresh'

const LABELS: Record<Act, string> = {
  try: 'Try it',
  offer: 'Offer',
  pause: 'Pause',
  refresh: 'Look again',
}

/** Actions that a model allows as it stands. */
function actsFor({ state, inputs, paused_by: pausedBy, trial, problems }: ServiceModel): Act[] {
  if (state === 'offered') return ['pause', 'refresh']
  if (state === 'paused') return pausedBy === 'admin' ? ['offer', 'refresh'] : ['refresh']
  if (inputs === null) return ['refresh']
  if (trial.state === 'wanted' || trial.state === 'running') return []
  return trial.state === 'made' && problems.length === 0 ? ['offer', 'try'] : ['try']
}

/** The buttons of a model that was added to a service. */
export function ServiceModelActions({
  model,
  onChange,
}: {
  model: ServiceModel
  onChange(): void
}) {
  const act = useActOnServiceModel()
  const remove = useRemoveServiceModel()
  const [isRemoving, setRemoving] = useState(false)
  const { name } = model.entry
  return (
    <Group gap="xs" justify="inherit">
      {actsFor(model).map((what) => (
        <Button
          key={what}
          variant={what === 'offer' ? 'filled' : 'default'}
          size="compact-sm"
          loading={act.isPending && act.variables.act === what}
          onClick={() => act.mutate({ model, act: what })}
          aria-label={`${LABELS[what]}: ${name}`}
        >
          {LABELS[what]}
        </Button>
      ))}
      <SmallButton
        onClick={onChange}
        disabled={model.inputs === null}
        aria-label={`Change ${name}`}
      >
        Change
      </SmallButton>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        onClick={() => setRemoving(true)}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${name}`}
          decline="Keep it"
          confirm="Remove"
          isRemoval
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(model, { onSuccess: () => setRemoving(false) })}
          onClose={() => setRemoving(false)}
        >
          It takes no orders any more, and its description is deleted. Images that it made stay.
        </ConfirmDialog>
      )}
    </Group>
  )
}
