import { ActionIcon, Group, Stack, Textarea } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'
import { Problem } from '#web/ui/problem.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from './texts.ts'

/** What the video shows. */
export function PromptField({
  prompt,
  problem,
  onChange,
}: {
  prompt: string
  problem: string | null
  onChange: (prompt: string) => void
}) {
  const t = useTexts()
  return (
    <Textarea
      label={t('videoFields.prompt')}
      placeholder={t('videoFields.example')}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={LIMITS.prompt}
      value={prompt}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** What each of several images shows that the video goes through. */
export function SeveralPrompts({
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
      <Problem>{problem}</Problem>
      {prompts.length < most && (
        <SmallButton
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={18} />}
          onClick={() => onChange([...prompts, ''])}
        >
          {t('videoFields.addPrompt')}
        </SmallButton>
      )}
    </Stack>
  )
}
