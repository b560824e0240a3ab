import { Checkbox, Stack } from '@mantine/core'
import type { LoraTraining, PhotoFinding } from '#contract/lora-trainings.ts'
import { useTexts } from '../texts.ts'

/** Amber findings, of each kind the first: of the photos together, and of each. */
export function adviceOf({
  coach,
  lora_training_images: photos,
}: Pick<LoraTraining, 'coach' | 'lora_training_images'>): PhotoFinding[] {
  const all = [...coach.findings, ...photos.flatMap(({ findings }) => findings)]
  return [...Map.groupBy(all, ({ code }) => code).values()]
    .map(([first]) => first!)
    .filter(({ level }) => level === 'amber')
}

/** What the coach advises and a start goes on without: each is accepted by itself. Nothing where there is none. */
export function Advice({
  advice,
  waived,
  onChange,
}: {
  advice: readonly PhotoFinding[]
  /** Codes of those that are accepted. */
  waived: string[]
  onChange(waived: string[]): void
}) {
  const t = useTexts()
  if (advice.length === 0) return null
  return (
    <Checkbox.Group
      label={t('start.advice')}
      description={t('start.waive')}
      value={waived}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {advice.map(({ code, message }) => (
          <Checkbox key={code} value={code} label={message} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
