import { Skeleton, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Segments } from '#web/ui/segments.tsx'
import type { Choice, Fitted } from './choice.ts'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

const loadPrompt = () => import('./prompt-fields.tsx').then(({ PromptField }) => PromptField)
const loadSeveral = () => import('./prompt-fields.tsx').then(({ SeveralPrompts }) => SeveralPrompts)

/** What the video is made of: an image, words, or several key images of words. */
export function WayField({
  choice,
  fitted: { way, ways, provider },
  onChange,
  problems,
  children,
}: {
  choice: Choice
  fitted: Fitted
  onChange: (changes: Partial<Choice>) => void
  problems: FieldProblems
  /** The fields of the images. */
  children: ReactNode
}) {
  const t = useTexts()
  const label = useId()
  return (
    <>
      {ways.length > 1 && (
        <Stack gap={6}>
          <Text size="sm" fw={700} id={label} className={classes.label}>
            {t('videoFields.from')}
          </Text>
          <Segments
            fullWidth
            aria-labelledby={label}
            value={way}
            onChange={(next) => onChange({ way: next, motion: '' })}
            data={ways.map((value) => ({ value, label: t(`videoWay.${value}`) }))}
          />
        </Stack>
      )}
      {way === 'image' && children}
      {way === 'several' ? (
        <Deferred
          key="several"
          load={loadSeveral}
          props={{
            prompts: choice.prompts,
            most: provider.max_prompts,
            problem: problems['prompts'] ?? null,
            onChange: (prompts: readonly string[]) => onChange({ prompts }),
          }}
          fallback={<Skeleton h={67 * choice.prompts.length + 26} />}
        />
      ) : (
        (way === 'words' || provider.prompt === 'needed') && (
          <Deferred
            key="prompt"
            load={loadPrompt}
            props={{
              prompt: choice.prompt,
              problem: problems['prompt'] ?? null,
              onChange: (prompt: string) => onChange({ prompt }),
            }}
            fallback={<Skeleton h={82} />}
          />
        )
      )}
    </>
  )
}
