import { NumberInput, SimpleGrid, Text } from '@mantine/core'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { NO_PADDING, setOptions, useOptions } from '../options.ts'
import { useTexts } from '../texts.ts'
import { Field } from './field.tsx'
import { WordFields } from './select-fields.tsx'

const SIDES = ['left', 'top', 'right', 'bottom'] as const
const { max, step } = LIMITS.size

/** How much space is added on which side, and what is drawn there. */
export function ExtendFields({ models }: { models: readonly GenerationModel[] }) {
  const t = useTexts()
  const padding = useOptions((options) => options.padding)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('extend.hint')}
      </Text>
      <Field label={t('extend.space')}>
        <SimpleGrid cols={2} spacing={8}>
          {SIDES.map((side) => (
            <NumberInput
              key={side}
              label={t(`extend.${side}`)}
              min={0}
              max={max}
              step={step}
              allowDecimal={false}
              allowNegative={false}
              value={padding[side]}
              onChange={(value) =>
                setOptions({ padding: { ...padding, [side]: Number(value) || 0 } })
              }
            />
          ))}
        </SimpleGrid>
        <SmallButton w="fit-content" onClick={() => setOptions({ padding: NO_PADDING })}>
          {t('extend.reset')}
        </SmallButton>
      </Field>
      <WordFields models={models} label={t('extend.prompt')} />
    </>
  )
}
