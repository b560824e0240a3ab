import { Button, Group, Stack, Text } from '@mantine/core'
import type { GenerationModel } from '#contract/generation-servers.ts'
import type { Quote } from '#contract/quotes.ts'
import { useTexts } from './texts.ts'
import classes from '../components/create.module.css'
import { SmallButton } from '#web/ui/small-button.tsx'

/** What a model that draws only the things it knows will draw of the prompt, said before the button is pressed. */
export function PromptUnderstanding({
  quote,
  suggestions,
  others,
  onPrompt,
  onModel,
}: {
  quote: Pick<Quote, 'understood' | 'unknown' | 'left_out'> | null
  /** Things to ask for instead; empty if what the prompt is about is known. */
  suggestions: readonly string[]
  /** Models that draw anything. */
  others: readonly GenerationModel[]
  onPrompt: (prompt: string) => void
  onModel: (id: string) => void
}) {
  const t = useTexts()
  const other = others[0]
  return (
    <Stack gap={6} role="group" aria-label={t('understanding.label')}>
      {suggestions.length > 0 && (
        <>
          <Text size="sm" role="status">
            {t('understanding.refused')}
          </Text>
          <Group gap={6}>
            {suggestions.map((name) => (
              <SmallButton key={name} type="button" onClick={() => onPrompt(name)}>
                {name}
              </SmallButton>
            ))}
          </Group>
          {other !== undefined && (
            <Button
              type="button"
              variant="light"
              size="compact-md"
              className={classes.otherModel}
              onClick={() => onModel(other.id)}
            >
              {t('understanding.otherModel', { model: other.name })}
            </Button>
          )}
        </>
      )}
      {quote !== null && quote.understood.length > 0 && (
        <Group gap={8} role="list" aria-label={t('understanding.drawn')}>
          {quote.understood.map(({ text, picture_url: picture }) => (
            <Group key={text} gap={8} wrap="nowrap" role="listitem" className={classes.understood}>
              {picture !== null && (
                <img src={picture} alt="" width={32} height={32} className={classes.thing} />
              )}
              <Text size="sm">{text}</Text>
            </Group>
          ))}
        </Group>
      )}
      {quote !== null && quote.unknown.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2} className={classes.unknownWords}>
          {t('understanding.unknown', { words: quote.unknown.join(', ') })}
        </Text>
      )}
      {quote !== null && quote.left_out.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2} className={classes.unknownWords}>
          {t('understanding.leftOut', { words: quote.left_out.join(', ') })}
        </Text>
      )}
    </Stack>
  )
}
