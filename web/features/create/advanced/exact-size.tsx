import { Group, NumberInput } from '@mantine/core'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { useProblems } from '../lib/check-request.ts'
import { useTexts } from './texts.ts'

/** Width and height to the pixel. */
export function ExactSize() {
  const t = useTexts()
  const { sizeProblem } = useProblems()
  const { form, change } = useGenerationForm()
  const { min, max, step } = LIMITS.size
  return (
    <Group grow align="start">
      {(['width', 'height'] as const).map((side) => (
        <NumberInput
          key={side}
          label={t(`exactSize.${side}`)}
          error={sizeProblem(form[side])}
          min={min}
          max={max}
          step={step}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={form[side]}
          onChange={(value) => typeof value === 'number' && change({ [side]: value })}
        />
      ))}
    </Group>
  )
}
