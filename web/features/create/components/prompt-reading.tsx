import { Badge, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { readPrompt } from '../lib/read-prompt.ts'
import classes from './create.module.css'

/** What the brackets of a prompt mean, and which of its words the model does not know. */
export function PromptReading({ prompt, ignored }: { prompt: string; ignored: readonly string[] }) {
  const chips = useMemo(() => readPrompt(prompt), [prompt])
  return (
    <>
      {chips.length > 0 && (
        <Group gap={6} role="list" aria-label="How the prompt is read">
          {chips.map(({ text, note, place }) => (
            <Badge key={place} role="listitem" variant="default" className={classes.readingChip}>
              {text}
              <span className={classes.readingNote}>{note}</span>
            </Badge>
          ))}
        </Group>
      )}
      {ignored.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2} className={classes.unknownWords}>
          Not known to this model: {ignored.join(', ')}
        </Text>
      )}
    </>
  )
}
