import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLookUpServiceModel } from '../api/use-service-models.ts'
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
      opened
      onClose={onClose}
      title={model ? `Change ${model.entry.name}` : `Add a model of ${name}`}
      size={640}
    >
      {found ? (
        <ServiceModelForm engine={engine} model={found} onClose={onClose} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
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
        </form>
      )}
    </Dialog>
  )
}
