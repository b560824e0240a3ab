import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SmallButton } from '#web/ui/small-button.tsx'
import classes from './states.module.css'
import { useTexts } from './texts.ts'

/** What could not be loaded, with a retry. */
export function ErrorState({ what, onRetry }: { what: string; onRetry(): void }) {
  const t = useTexts()
  return (
    <Group role="alert" gap="sm" py="md">
      <Text>{what}</Text>
      <SmallButton onClick={onRetry}>{t('states.tryAgain')}</SmallButton>
    </Group>
  )
}

/** Images of the built-in model, in `web/public/showcase`. */
type ShowcaseImage =
  | 'studio-bear'
  | 'crown-3d-style'
  | 'red-fox-3d-style'
  | 'ghost-at-night-glossy-style'
  | 'red-heart-3d-style-on-pink-background'
  | 'owl-glossy-style-on-purple-background'
  | 'two-penguins-in-the-snow-flat-style'
  | 'rocket-3d-style-on-sky-background'

/**
 * Nothing here yet, or nothing any more: a picture, one sentence, one thing to do.
 * @param props.picture null: none, as in the dense tables of the operator
 */
export function EmptyState({
  picture = 'ghost-at-night-glossy-style',
  text,
  action,
}: {
  picture?: ShowcaseImage | null
  text: string
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="sm" py="xl">
      {picture !== null && (
        <img
          src={`/showcase/${picture}.webp`}
          width={128}
          height={128}
          alt=""
          loading="lazy"
          className={classes.picture}
        />
      )}
      <Text ta="center" c="dimmed" maw={420}>
        {text}
      </Text>
      {action}
    </Stack>
  )
}
