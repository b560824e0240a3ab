import { Badge, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { readPrompt } from './read-prompt.ts'
import classes from '../components/create.module.css'
import { useTexts } from './texts.ts'

/** What the brackets of a prompt mean, and which of its words the model does not know. */
export function PromptReading({
  prompt,
  ignored,
  isSwitch,
}: {
  prompt: string
  ignored: readonly string[]
  /** Whether a weight only says if a word counts. */
  isSwitch: boolean
}) {
  const t = useTexts()
  const chips = useMemo(() => readPrompt(prompt, t), [prompt, t])
  return (
    <>
      {chips.length > 0 && (
        <Group gap={6} role="list" aria-label={t('promptReading.label')}>
          {chips.map(({ text, note, place }) => (
            <Badge key={place} role="listitem" variant="default" className={classes.readingChip}>
              {text}
              <span className={classes.readingNote}>{note}</span>
            </Badge>
          ))}
        </Group>
      )}
      {isSwitch && chips.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('promptReading.switch')}
        </Text>
      )}
      {ignored.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2} className={classes.unknownWords}>
          {t('promptReading.unknown', { words: ignored.join(', ') })}
        </Text>
      )}
    </>
  )
}
