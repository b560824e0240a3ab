import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { Deferred } from '#web/ui/deferred.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import {
  ASPECT_RATIOS,
  matchSize,
  nearestEdge,
  nearestRatio,
  SIZE_TIERS,
  sizeOf,
  type AspectRatio,
} from '#web/features/generate/lib/sizes.ts'
import classes from './create.module.css'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { RadioTiles } from '#web/features/generate/panel/radio-tiles.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from '../texts.ts'

const loadExactSize = () => import('../advanced/exact-size.tsx').then(({ ExactSize }) => ExactSize)

const SHAPE_EDGE = 22

function Shape({ ratio }: { ratio: AspectRatio }) {
  const scale = SHAPE_EDGE / Math.max(ratio.width, ratio.height)
  return (
    <span className={classes.shapeBox} aria-hidden>
      <span
        className={classes.shape}
        style={{ width: ratio.width * scale, height: ratio.height * scale }}
      />
    </span>
  )
}

/** Aspect ratio drawn as shapes, and size; in advanced mode exact pixels too. */
export function SizeFields({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const exact = matchSize(form)
  const ratio = exact?.ratio ?? nearestRatio(form)
  const edge = exact?.edge ?? nearestEdge(form)
  const label = useId()
  const problem = problems['width'] ?? problems['height']
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={700} id={label}>
          {t('sizeFields.shape')}
        </Text>
        <Text size="sm" c="dimmed" className={classes.numbers}>
          {t('sizeFields.pixels', { width: form.width, height: form.height })}
        </Text>
      </Group>
      <RadioTiles className={classes.shapes} label={label}>
        {ASPECT_RATIOS.map((offered, index) => (
          <UnstyledButton
            key={offered.label}
            role="radio"
            aria-checked={exact?.ratio === offered}
            tabIndex={exact?.ratio === offered || (exact === null && index === 0) ? 0 : -1}
            data-checked={exact?.ratio === offered || undefined}
            className={classes.shapeButton}
            onClick={() => change(sizeOf(offered, edge))}
          >
            <Shape ratio={offered} />
            <span>{offered.label}</span>
          </UnstyledButton>
        ))}
      </RadioTiles>
      <Segments
        fullWidth
        aria-label={t('sizeFields.size')}
        value={exact === null ? '' : String(edge)}
        onChange={(value) => change(sizeOf(ratio, Number(value)))}
        data={SIZE_TIERS.map(({ edge: tier }) => ({
          label: t(`sizeTier.${tier}`),
          value: String(tier),
        }))}
      />
      {form.mode === 'advanced' && <Deferred load={loadExactSize} props={{}} />}
      <Problem>{problem}</Problem>
    </Stack>
  )
}
