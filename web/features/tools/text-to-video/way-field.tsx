import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { VIDEO_LIMITS } from '#contract/jobs/video.ts'
import type { FieldProblems } from '#web/features/create/lib/use-order.ts'
import { Segments } from '#web/ui/segments.tsx'
import type { Choice, Fitted } from './choice.ts'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

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
        <SeveralPrompts
          prompts={choice.prompts}
          most={provider.max_prompts}
          problem={problems['prompts'] ?? null}
          onChange={(prompts) => onChange({ prompts })}
        />
      ) : (
        (way === 'words' || provider.prompt === 'needed') && (
          <Textarea
            label={t('videoFields.prompt')}
            placeholder={t('videoFields.example')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={LIMITS.prompt}
            value={choice.prompt}
            error={problems['prompt'] ?? null}
            onChange={({ currentTarget }) => onChange({ prompt: currentTarget.value })}
          />
        )
      )}
    </>
  )
}

function SeveralPrompts({
  prompts,
  most,
  problem,
  onChange,
}: {
  prompts: readonly string[]
  most: number
  problem: string | null
  onChange: (prompts: readonly string[]) => void
}) {
  const t = useTexts()
  return (
    <Stack gap="xs">
      {prompts.map((prompt, place) => (
        // Prompts have no identity beside their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={place} gap="xs" wrap="nowrap" align="end">
          <Textarea
            style={{ flex: 1 }}
            label={t('videoFields.promptOf', { number: place + 1 })}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={LIMITS.prompt}
            value={prompt}
            error={problem !== null && prompt.trim() === ''}
            onChange={({ currentTarget }) => onChange(prompts.with(place, currentTarget.value))}
          />
          {prompts.length > VIDEO_LIMITS.prompts.min && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('videoFields.removePrompt', { number: place + 1 })}
              onClick={() => onChange(prompts.toSpliced(place, 1))}
            >
              <IconX size={18} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      {prompts.length < most && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={18} />}
          onClick={() => onChange([...prompts, ''])}
        >
          {t('videoFields.addPrompt')}
        </Button>
      )}
    </Stack>
  )
}
