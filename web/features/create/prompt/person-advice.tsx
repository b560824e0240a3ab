import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { TOOLS } from '#contract/tools.ts'
import { useSite } from '#web/lib/site.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import classes from '#web/features/generate/source/source.module.css'
import { useTexts } from './texts.ts'

/** What shows people as they look, in the order in which it is offered. */
const WAYS = ['instant_avatars', 'create_headshots'] as const

/** Where a person would be drawn as an illustration: what that is, and the tools that start from a photo. */
export function PersonAdvice({ message }: { message: string }) {
  const t = useTexts()
  const names = useToolNames()
  const { has } = useSite()
  const ways = WAYS.filter((tool) => has(TOOLS[tool].feature))
  return (
    <Stack gap="sm" className={classes.advice} role="group" aria-label={t('personAdvice.label')}>
      <Text size="sm" role="status">
        {message}
      </Text>
      {ways.length > 0 && (
        <Group gap={8}>
          {ways.map((tool, place) => (
            <Button
              key={tool}
              component={Link}
              to={TOOLS[tool].page}
              variant={place === 0 ? 'filled' : 'default'}
            >
              {names.action(tool)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
