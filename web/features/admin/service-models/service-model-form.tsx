import { Alert, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ServiceModelInput, ServiceModelProblem } from '#contract/admin-service-models.ts'
import type { AddedModelEntry, ServiceCost } from '#contract/service-model-entry.ts'
import { proposeCredits, soldCost, usualMaxPixels } from '#contract/service-model-price.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useSaveServiceModel } from '../api/use-service-models.ts'
import { givenBy, withGiven } from './given-inputs.ts'
import { InputTable } from './input-table.tsx'
import { problemWords, UNITS, WORK } from './model-words.ts'
import classes from './service-models.module.css'

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

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const dollars = (micros: number) => `$${(micros / 1e6).toFixed(4)}`
const numberOf = (value: number | string) => (typeof value === 'number' ? value : 0)

/** The same model for other work; what only the work before had is left out. */
function withWork(entry: AddedModelEntry, does: AddedModelEntry['does']): AddedModelEntry {
  const { name, licence, endpoint, input, cost, credits } = entry
  const common = { name, licence, endpoint, input, cost, credits }
  if (does !== 'draw')
    return { does, ...common, maxEdge: 4096, maxPixels: usualMaxPixels(cost), maxInputs: 1 }
  const sizes = { min: 512, max: 1536, step: 16 }
  const usual = { nativeSize: 1024, maxTokens: 512, maxSteps: 100, drawsPeople: false }
  return { does, ...common, ...usual, description: '', fit: 'cover', sizes }
}

/** The same model billed otherwise; in another unit other images are too large. */
function withCost(entry: AddedModelEntry, cost: ServiceCost): AddedModelEntry {
  if (entry.does === 'draw' || entry.cost.per === cost.per) return { ...entry, cost }
  return { ...entry, cost, maxPixels: usualMaxPixels(cost) }
}

const priced = (entry: AddedModelEntry, left: number, creditValue: number): AddedModelEntry => ({
  ...entry,
  credits: proposeCredits(entry, left, creditValue),
})

function Price({
  entry,
  margin,
  creditValue,
  onChange,
}: {
  entry: AddedModelEntry
  margin: number
  creditValue: number
  onChange(entry: AddedModelEntry, margin: number): void
}) {
  const { cost, credits } = entry
  const propose = (next: ServiceCost, left: number) =>
    onChange(priced(withCost(entry, next), left, creditValue), left)
  const left = Math.round((1 - soldCost(entry) / (credits * creditValue)) * 100)
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label="The service charges (USD)"
          value={cost.dollars}
          onChange={(value) => propose({ ...cost, dollars: numberOf(value) }, margin)}
          min={0}
          max={1000}
          decimalScale={6}
        />
        <NativeSelect
          label="For"
          data={optionsOf(UNITS)}
          value={cost.per}
          onChange={({ currentTarget }) =>
            propose({ ...cost, per: currentTarget.value as ServiceCost['per'] }, margin)
          }
        />
        <NumberInput
          label="Margin (%)"
          value={margin}
          onChange={(value) => propose(cost, numberOf(value))}
          min={0}
          max={95}
          allowDecimal={false}
        />
        <NumberInput
          label="Price (credits an image)"
          value={credits}
          onChange={(value) => onChange({ ...entry, credits: numberOf(value) }, margin)}
          min={1}
          max={1000}
          allowDecimal={false}
        />
      </div>
      <Text size="xs" c="dimmed">
        {entry.does === 'draw' || entry.does === 'edit_image'
          ? `The cheapest credit that is sold brings ${dollars(creditValue)}, so of this price ${left} % are left at least.`
          : 'This tool costs what the price list says; the price here plays no part.'}
      </Text>
    </>
  )
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
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
            setEntry(withWork(entry, currentTarget.value as AddedModelEntry['does']))
          }
        />
        {entry.does === 'draw' && (
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
        <Price
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
          onChange={(next) => setEntry(withGiven(entry, next))}
        />
        {Object.entries(errors)
          .filter(([field]) => field !== 'id')
          .map(([field, text]) => (
            <Text key={field} size="sm" c="red" role="alert">
              {text}
            </Text>
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
    </form>
  )
}
