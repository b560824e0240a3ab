import { Group, NumberInput } from '@mantine/core'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { sizeProblem } from '../lib/check-request.ts'

/** Width and height to the pixel. */
export function ExactSize() {
  const { form, change } = useGenerationForm()
  const { min, max, step } = LIMITS.size
  return (
    <Group grow align="start">
      {(['width', 'height'] as const).map((side) => (
        <NumberInput
          key={side}
          label={side === 'width' ? 'Width (px)' : 'Height (px)'}
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
