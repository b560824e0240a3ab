import { Code, Text, TextInput } from '@mantine/core'
import type { ServiceModelInput } from '#contract/admin-service-models.ts'
import type { Given } from '#contract/service-model-ways.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { constantText, parseConstant } from './constants.ts'
import { VALUES } from './model-words.ts'
import classes from './service-models.module.css'

const CHOICES = [
  { value: '', label: 'Left out' },
  { value: 'constant', label: 'Always the same' },
  ...Object.entries(VALUES).map(([value, label]) => ({ value: `$${value}`, label })),
]
const ORDERED: ReadonlySet<unknown> = new Set(Object.keys(VALUES).map((value) => `$${value}`))

const howOf = (given: Given, name: string): string => {
  if (!Object.hasOwn(given, name)) return ''
  return ORDERED.has(given[name]) ? String(given[name]) : 'constant'
}

function InputRow({
  input: { name, type, required, choices, standard, description },
  given,
  onChange,
}: {
  input: ServiceModelInput
  given: Given
  onChange(next: Given): void
}) {
  const how = howOf(given, name)
  const set = (value: unknown) => onChange({ ...given, [name]: value })
  const choose = (next: string) => {
    if (next === '') {
      const { [name]: _, ...rest } = given
      onChange(rest)
    } else set(next === 'constant' ? (standard ?? choices?.[0] ?? '') : next)
  }
  return (
    <li className={classes.input}>
      <div className={classes.about}>
        <Code>{name}</Code>{' '}
        <Text span size="xs" c="dimmed">
          {type}
          {required ? ', needed' : ''}
        </Text>
        {description !== '' && (
          <Text size="xs" c="dimmed" lineClamp={2} title={description}>
            {description}
          </Text>
        )}
      </div>
      <div className={classes.value}>
        <NativeSelect
          aria-label={`What ${name} is given`}
          data={CHOICES}
          value={how}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {how === 'constant' &&
          (choices ? (
            <NativeSelect
              aria-label={`Value of ${name}`}
              data={choices}
              value={constantText(given[name])}
              onChange={({ currentTarget }) => set(parseConstant(currentTarget.value, type))}
            />
          ) : (
            <TextInput
              aria-label={`Value of ${name}`}
              value={constantText(given[name])}
              onChange={({ currentTarget }) => set(parseConstant(currentTarget.value, type))}
            />
          ))}
      </div>
    </li>
  )
}

/** Every input of a model, and what of an order it is given. */
export function InputTable({
  inputs,
  given,
  onChange,
}: {
  inputs: readonly ServiceModelInput[]
  given: Given
  onChange(next: Given): void
}) {
  return (
    <ul className={classes.inputs} aria-label="Inputs of the model">
      {inputs.map((input) => (
        <InputRow key={input.name} input={input} given={given} onChange={onChange} />
      ))}
    </ul>
  )
}
