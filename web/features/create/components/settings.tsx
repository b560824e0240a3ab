import { Button, Group, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { Quote } from '#contract/quotes.ts'
import { countChanged, resetAdvanced } from '#web/features/generate/lib/form.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { COUNTS } from '#web/features/generate/lib/many-images.ts'
import { SourceParts } from '../panel/source-parts.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { use } from 'react'
import { GridButton } from './grid-button.tsx'
import { useTexts } from '../texts.ts'
import classes from './create.module.css'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { SizeFields } from './size-fields.tsx'
import { StyleField } from './style-field.tsx'

const loadAdvanced = () =>
  import('../advanced/advanced-fields.tsx').then(({ AdvancedFields }) => AdvancedFields)
const loadNegativePrompt = () =>
  import('../advanced/negative-prompt-field.tsx').then(
    ({ NegativePromptField }) => NegativePromptField,
  )
const loadModelField = () =>
  import('../advanced/model-field.tsx').then(({ ModelField }) => ModelField)
const loadLoraField = () => import('../loras/lora-field.tsx').then(({ LoraField }) => LoraField)

const loadFinishField = () => import('./finish-field.tsx').then(({ FinishField }) => FinishField)

const loadControlField = () =>
  import('../control/control-field.tsx').then(({ ControlField }) => ControlField)

function CountField() {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const label = useId()
  return (
    <div>
      <Text size="sm" fw={700} mb={8} id={label}>
        {t('settings.images')}
      </Text>
      <Segments
        fullWidth
        aria-labelledby={label}
        value={String(form.numImages)}
        onChange={(value) => change({ numImages: Number(value) })}
        data={COUNTS.map(String)}
      />
      {form.mode === 'advanced' && <GridButton />}
    </div>
  )
}

/** Settings of advanced mode count in basic mode too, so it says that there are some. */
function HiddenSettings() {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const count = countChanged(form, useAbilities(form.model).defaults)
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {t('settings.hidden', { count })}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => change(resetAdvanced(form))}>
        {t('fold.reset')}
      </Button>
    </Group>
  )
}

/** Everything but the prompt: in the panel on a wide screen, in a sheet on a phone. */
export function Settings({
  problems,
  sameStyles,
}: {
  problems: FieldProblems
  /** Groups of styles in which the prompt comes out the same. */
  sameStyles: Quote['same_styles']
}) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const tool = useTool()
  const source = use(SourceParts)
  const { loras, defaults, models, controls, features } = useAbilities(form.model)
  const canBeSet = tool === 'text' && features.has('finish')
  const canFinish = canBeSet || (tool === 'text' && features.has('transparent'))
  const changed = countChanged(form, defaults)
  return (
    <Stack gap="lg" className={classes.settings}>
      <Segments
        fullWidth
        aria-label={t('settings.mode')}
        value={form.mode}
        onChange={(mode) => change({ mode })}
        data={[
          { value: 'basic', label: t('settings.basic') },
          { value: 'advanced', label: t('settings.advanced') },
        ]}
      />
      {(models.length > 1 || form.mode === 'advanced') && (
        <Deferred load={loadModelField} props={{ problem: problems['model'] }} />
      )}
      {form.mode === 'advanced' && <Deferred load={loadNegativePrompt} props={{ problems }} />}
      {source !== null && <source.Settings problems={problems} />}
      <StyleField same={sameStyles} />
      {canFinish && <Deferred load={loadFinishField} props={{ problem: problems['finish'] }} />}
      {loras !== null && loras.size > 0 && <Deferred load={loadLoraField} props={{}} />}
      {(controls.size > 0 || form.controls.length > 0) && (
        <Deferred load={loadControlField} props={{ problem: problems['controls'] }} />
      )}
      {tool === 'text' && <SizeFields problems={problems} />}
      {!(canBeSet && form.isSet) && <CountField />}
      {form.mode === 'basic' && changed > 0 && <HiddenSettings />}
      {form.mode === 'advanced' && <Deferred load={loadAdvanced} props={{ problems, changed }} />}
    </Stack>
  )
}
