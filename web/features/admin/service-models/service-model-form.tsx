import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ServiceModelInput, ServiceModelProblem } from '#contract/admin-service-models.ts'
import type { AddedModelEntry } from '#contract/service-model-entry.ts'
import { usualMaxPixels } from '#contract/service-model-price.ts'
import { givenBy, withGiven } from '#contract/service-model-ways.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { Form } from '#web/ui/form.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useSaveServiceModel } from '../api/use-service-models.ts'
import { InputTable } from './input-table.tsx'
import { numberOf, optionsOf, problemWords, WORK } from './model-words.ts'
import { PriceFields } from './price-fields.tsx'
import classes from './service-models.module.css'
import { VideoFields } from './video-fields.tsx'

/** A model as the form begins: proposed, or kept already. */
export interface FormModel {
  id: string
  entry: AddedModelEntry
  inputs: readonly ServiceModelInput[]
  margin: number
  creditValue: number
  problems: readonly ServiceModelProblem[]
  /** Null: it is added. */
  version: number | null
}

/** The same model for other work; what only the work before had is left out. */
function withWork(
  entry: AddedModelEntry,
  does: AddedModelEntry['does'],
  inputs: readonly ServiceModelInput[],
): AddedModelEntry {
  const { name, licence, endpoint, cost, credits } = entry
  const common = { name, licence, endpoint, input: {}, cost, credits }
  return withGiven(bare(common, does), givenBy(entry), inputs)
}

function bare(
  common: Pick<AddedModelEntry, 'name' | 'licence' | 'endpoint' | 'input' | 'cost' | 'credits'>,
  does: AddedModelEntry['does'],
): AddedModelEntry {
  const drawn = { ...common, description: '', nativeSize: 1024, maxTokens: 512, maxSteps: 100 }
  switch (does) {
    case 'draw': {
      const sizes = { min: 512, max: 1536, step: 16 }
      return { does, ...drawn, drawsPeople: false, fit: 'cover', sizes }
    }
    case 'inpaint':
      return { does, ...drawn, sizes: { min: 256, max: 2048, step: 8 } }
    case 'video':
      return { does, ...common, description: '', durations: [5], durationAs: 'number', edge: 720 }
    default: {
      const maxPixels = usualMaxPixels(common.cost)
      return { does, ...common, maxEdge: 4096, maxPixels, maxInputs: 1 }
    }
  }
}

/** How a model is called, what it does, what it costs, and what its inputs are given. */
export function ServiceModelForm({
  engine,
  model,
  onClose,
}: {
  engine: string
  model: FormModel
  onClose(): void
}) {
  const [id, setId] = useState(model.id)
  const [entry, setEntry] = useState(model.entry)
  const [margin, setMargin] = useState(model.margin)
  const save = useSaveServiceModel(engine)
  const errors = fieldErrorsOf(save.error)
  const given = givenBy(entry)

  async function submit(): Promise<void> {
    if (save.isPending) return
    try {
      await save.mutateAsync({ id, entry, margin, version: model.version })
      notifications.show({ message: `${entry.name} is kept. Try it before it is offered.` })
      onClose()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }

  return (
    <Form onSubmit={submit}>
      <Stack>
        {model.problems.length > 0 && (
          <Alert color="orange" title="Still to do">
            {model.problems.map((problem) => (
              <div key={`${problem.kind} ${problem.input}`}>{problemWords(problem)}</div>
            ))}
          </Alert>
        )}
        <div className={classes.pair}>
          <TextInput
            label="Name"
            description="As customers see it"
            value={entry.name}
            onChange={({ currentTarget }) => setEntry({ ...entry, name: currentTarget.value })}
            maxLength={80}
            required
          />
          <TextInput
            label="Id"
            description="As requests name it"
            value={id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
            maxLength={60}
            error={errors['id']}
            disabled={model.version !== null}
            required
          />
        </div>
        <NativeSelect
          label="What it does"
          data={optionsOf(WORK)}
          value={entry.does}
          onChange={({ currentTarget }) =>
            setEntry(withWork(entry, currentTarget.value as AddedModelEntry['does'], model.inputs))
          }
        />
        {entry.does === 'video' && <VideoFields entry={entry} onChange={setEntry} />}
        {(entry.does === 'draw' || entry.does === 'inpaint') && (
          <div className={classes.pair}>
            <NumberInput
              label="Shortest side (px)"
              value={entry.sizes.min}
              onChange={(min) =>
                setEntry({ ...entry, sizes: { ...entry.sizes, min: numberOf(min) } })
              }
              allowDecimal={false}
            />
            <NumberInput
              label="Longest side (px)"
              value={entry.sizes.max}
              onChange={(max) =>
                setEntry({ ...entry, sizes: { ...entry.sizes, max: numberOf(max) } })
              }
              allowDecimal={false}
            />
          </div>
        )}
        <PriceFields
          entry={entry}
          margin={margin}
          creditValue={model.creditValue}
          onChange={(next, left) => {
            setEntry(next)
            setMargin(left)
          }}
        />
        <Text fw={700}>What its inputs are given</Text>
        <InputTable
          inputs={model.inputs}
          given={given}
          onChange={(next) => setEntry(withGiven(entry, next, model.inputs))}
        />
        {Object.entries(errors)
          .filter(([field]) => field !== 'id')
          .map(([field, text]) => (
            <Problem key={field}>{text}</Problem>
          ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {model.version === null ? 'Add as a draft' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
