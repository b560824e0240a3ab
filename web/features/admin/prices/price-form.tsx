import {
  Button,
  Group,
  NumberInput,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import type { AdminSetting } from '#contract/admin-settings.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { formatCents } from '#web/lib/format.ts'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useChangeSettings, usePlanSettings } from '../api/use-installation.ts'
import { typedNumber } from '../add/typed-number.ts'
import { keyOf, type PriceField, type PriceGroup, settingsOf } from './price-fields.ts'

type Numbers = Record<string, number>

/** Only the bonus can be nothing. */
function leastOf({ unit, more }: PriceField): number {
  if (unit === 'cents') return 0.5
  return more === undefined ? 1 : 0
}

/** Tells whether a price, in cents or credits, is less than the field can have. */
const isTooLow = (field: PriceField, value: number): boolean =>
  (field.unit === 'cents' ? value / 100 : value) < leastOf(field)

function PriceInput({
  field,
  value,
  onChange,
}: {
  field: PriceField
  value: number | undefined
  onChange(value: number | undefined): void
}) {
  const isMoney = field.unit === 'cents'
  const shown = value ?? field.value
  return (
    <NumberInput
      label={field.label}
      description={field.note}
      // Beneath, so that all fields of a row begin at one height.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={isMoney ? shown / 100 : shown}
      min={leastOf(field)}
      error={
        isTooLow(field, shown) &&
        `${isMoney ? formatCents(leastOf(field) * 100) : leastOf(field)} at least`
      }
      clampBehavior="none"
      allowNegative={false}
      decimalScale={isMoney ? 2 : 0}
      fixedDecimalScale={isMoney}
      thousandSeparator=","
      {...(isMoney && { prefix: '$' })}
      onChange={(next) => {
        const typed = typedNumber(next)
        onChange(typed === null ? undefined : Math.round(isMoney ? typed * 100 : typed))
      }}
    />
  )
}

/** All prices with what holds now, changed together: at once, or from a time on. */
export function PriceForm({
  groups,
  settings,
}: {
  groups: readonly PriceGroup[]
  settings: ReadonlyMap<string, AdminSetting>
}) {
  const [numbers, setNumbers] = useState<Numbers>({})
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [from, setFrom] = useState('')
  const change = useChangeSettings()
  const plan = usePlanSettings()
  const fields = groups.flatMap((group) => group.fields)
  const changes = settingsOf(fields, numbers, (name) => settings.get(name)?.value ?? null)
  const count = Object.keys(changes).length
  const isWrong = fields.some((field) => isTooLow(field, numbers[keyOf(field)] ?? field.value))
  const error = change.error ?? plan.error
  const done = { onSuccess: () => setNumbers({}) }

  function save(): void {
    change.reset()
    plan.reset()
    if (when === 'now') change.mutate(changes, done)
    else plan.mutate({ starts_at: new Date(from).toISOString(), changes }, done)
  }

  return (
    <Form aria-label="Prices" onSubmit={save}>
      <Stack gap="xl">
        {groups.map((group) => (
          <section key={group.title} aria-labelledby={`prices-${group.title}`}>
            <Title order={2} fz="lg" id={`prices-${group.title}`}>
              {group.title}
            </Title>
            <Text c="dimmed" size="sm" mb="md">
              {group.note}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
              {group.fields.map((field) => (
                <PriceInput
                  key={keyOf(field)}
                  field={field}
                  value={numbers[keyOf(field)]}
                  onChange={(value) =>
                    setNumbers(({ [keyOf(field)]: _before, ...others }) =>
                      value === undefined ? others : { ...others, [keyOf(field)]: value },
                    )
                  }
                />
              ))}
            </SimpleGrid>
          </section>
        ))}
        <Group align="end" wrap="wrap">
          <Radio.Group
            label="The new prices hold"
            value={when}
            onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
          >
            <Group mt="xs">
              <Radio value="now" label="At once" />
              <Radio value="later" label="From a time on" />
            </Group>
          </Radio.Group>
          {when === 'later' && (
            <TextInput
              type="datetime-local"
              label="From"
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            disabled={count === 0 || isWrong || (when === 'later' && from === '')}
            loading={change.isPending || plan.isPending}
          >
            Save the prices
          </Button>
        </Group>
        <Problem size="md">
          {error !== null && (Object.values(fieldErrorsOf(error))[0] ?? messageOf(error))}
        </Problem>
        {(change.isSuccess || plan.isSuccess) && count === 0 && <Text role="status">Saved.</Text>}
      </Stack>
    </Form>
  )
}
