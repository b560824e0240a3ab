import { Switch, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { Segments } from '#web/ui/segments.tsx'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { finishesOf } from '../lib/finishes-of.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { SET_SIZE } from '#web/features/generate/lib/many-images.ts'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from '../texts.ts'

/** What illustrations are delivered as: with a background, alone, as a sticker, and as a set. */
export function FinishField({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { features } = useAbilities(form.model)
  const finishes = finishesOf(features)
  const label = useId()
  return (
    <div>
      <Text size="sm" fw={700} mb={8} id={label}>
        {t('finish.label')}
      </Text>
      <Segments
        fullWidth
        aria-labelledby={label}
        value={finishes.find((one) => one === form.finish) ?? 'whole'}
        onChange={(value) => change({ finish: value === 'whole' ? null : value })}
        data={(['whole', ...finishes] as const).map((value) => ({
          value,
          label: t(`finishAs.${value}`),
        }))}
      />
      <Problem mt={4}>{problem}</Problem>
      {features.has('finish') && (
        <Switch
          mt="sm"
          label={t('finish.set', { count: SET_SIZE })}
          description={t('finish.setHint')}
          checked={form.isSet}
          onChange={(event) => change({ isSet: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}
