import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { VideoModelEntry } from '#contract/service-model-entry.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { numberOf, optionsOf } from './model-words.ts'
import classes from './service-models.module.css'

const SAID = optionsOf({ number: 'As 5', text: 'As "5"', seconds: 'As "5s"' })

/** Whole numbers out of what is typed, in its order, each once. */
const numbersIn = (text: string): number[] => [
  ...new Set((text.match(/\d+/g) ?? []).map(Number).filter((seconds) => seconds > 0)),
]

/** How long the videos of a model are, and how large. */
export function VideoFields({
  entry,
  onChange,
}: {
  entry: VideoModelEntry
  onChange(entry: VideoModelEntry): void
}) {
  const [typed, setTyped] = useState(entry.durations.join(', '))
  return (
    <div className={classes.pair}>
      <TextInput
        label="Lengths (seconds)"
        description="The usual one first"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const durations = numbersIn(currentTarget.value)
          if (durations.length > 0) onChange({ ...entry, durations })
        }}
      />
      <NativeSelect
        label="How the service is told"
        description="Of an input that is given the length"
        data={SAID}
        value={entry.durationAs}
        onChange={({ currentTarget }) =>
          onChange({
            ...entry,
            durationAs: currentTarget.value as VideoModelEntry['durationAs'],
          })
        }
      />
      <NumberInput
        label="Shorter side (px)"
        value={entry.edge}
        onChange={(edge) => onChange({ ...entry, edge: numberOf(edge) })}
        allowDecimal={false}
      />
    </div>
  )
}
