import { Stack, Text } from '@mantine/core'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import type { Strength } from '#web/features/tool-page/refine/strengths.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { SegmentsField } from '#web/ui/segments-field.tsx'

const WAYS = ['fix', 'detail'] as const

export interface Choice {
  way: (typeof WAYS)[number]
  /** Of new detail. */
  strength: Strength
}

const loadStrength = () =>
  import('#web/features/tool-page/refine/strength-field.tsx').then(
    ({ StrengthField }) => StrengthField,
  )

/** Whether faces are made clearer, or drawn again with more detail. */
export function WayFields({
  choice: { way, strength },
  onChange,
  problems,
}: {
  choice: Choice
  onChange: (changes: Partial<Choice>) => void
  problems: FieldProblems
}) {
  const t = useTexts()
  return (
    <Stack gap="md">
      <SegmentsField
        label={t('fixFaces.way')}
        value={way}
        onChange={(next) => onChange({ way: next })}
        data={WAYS.map((value) => ({ value, label: t(`fixFaces.${value}`) }))}
      >
        <Text size="xs" c="dimmed">
          {t(`fixFaces.${way}Note`)}
        </Text>
      </SegmentsField>
      {way === 'detail' && (
        <Deferred
          load={loadStrength}
          props={{
            value: strength,
            onChange: (next) => onChange({ strength: next }),
            problem: problems['strength'] ?? null,
          }}
        />
      )}
    </Stack>
  )
}
