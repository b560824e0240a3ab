import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { useLookUpServiceModel, usePublishedNow } from '../api/use-service-models.ts'
import { type FormModel, ServiceModelForm } from './service-model-form.tsx'

const kept = (model: ServiceModel): FormModel => ({
  id: model.id,
  entry: model.entry,
  inputs: model.inputs ?? [],
  margin: model.margin,
  creditValue: model.credit_value,
  problems: model.problems,
  version: model.version,
})

/** Looks a model up at its service by its id, and shows what would be added; or changes one that was. */
export function ServiceModelDialog({
  engine,
  name,
  model,
  onClose,
}: {
  engine: string
  /** Of the engine. */
  name: string
  /** Null: one is added. */
  model: ServiceModel | null
  onClose(): void
}) {
  const [endpoint, setEndpoint] = useState('')
  const [found, setFound] = useState(model && kept(model))
  const look = useLookUpServiceModel(engine)
  // A form of inputs that the service has changed would save what it refuses. One that has ended keeps those that it had.
  const now = usePublishedNow(engine, model)

  async function submit(): Promise<void> {
    if (look.isPending) return
    try {
      const { credit_value: creditValue, ...proposal } = await look.mutateAsync(endpoint.trim())
      setFound({ ...proposal, creditValue, version: null })
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }

  return (
    <Dialog
      lang="en"
      opened
      onClose={onClose}
      title={model ? `Change ${model.entry.name}` : `Add a model of ${name}`}
      size={640}
    >
      {now.isLoading ? (
        <TableState isError={false} onRetry={() => void now.refetch()} />
      ) : found ? (
        <ServiceModelForm
          engine={engine}
          model={{ ...found, ...(now.data && { inputs: now.data.inputs }) }}
          onClose={onClose}
        />
      ) : (
        <Form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Id of the model"
              description="As on its page at the service: fal-ai/flux/dev, or owner/name at Replicate"
              value={endpoint}
              onChange={({ currentTarget }) => {
                setEndpoint(currentTarget.value)
                look.reset()
              }}
              maxLength={200}
              error={fieldErrorsOf(look.error)['endpoint']}
              required
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={look.isPending}>
                Look it up
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </Dialog>
  )
}
